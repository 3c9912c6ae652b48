"""Passwords with a minimum number of characters of each class, all equally likely (P9).

To discard passwords until one has them would take forever for some minimums, such as 30 digits among 40 characters. So
the possible passwords are counted, and a random number below that count determines how many characters each class gets.
Then the characters and their order are drawn.
"""

from collections.abc import Iterator, Sequence
from math import comb

from utilitysvc.drawing import uniform
from utilitysvc.drawing.sources import RandomBytes

#: The number of passwords, by the set of their classes (the bits of an integer) and their length.
Counts = dict[int, list[int]]


def count_passwords(length: int, sizes: Sequence[int], minimums: Sequence[int]) -> Counts:
    """Count the passwords of each set of classes up to ``length``.

    Either a password has its minimums before its last character, which can then be any, or its last character completes
    the minimum of a class. The second kind is counted by the places of that class's other characters.
    """
    counts: Counts = {0: [1] + [0] * length}
    for chosen in range(1, 1 << len(sizes)):
        members = [index for index in range(len(sizes)) if chosen >> index & 1]
        size = sum(sizes[index] for index in members)
        needed = [
            (minimums[index], sizes[index] ** minimums[index], counts[chosen ^ 1 << index])
            for index in members
            if minimums[index]
        ]
        found = [0 if needed else 1]
        for shorter in range(length):
            completed = sum(
                comb(shorter, minimum - 1) * strings * others[shorter - minimum + 1]
                for minimum, strings, others in needed
                if shorter >= minimum - 1
            )
            found.append(size * found[-1] + completed)
        counts[chosen] = found
    return counts


def class_counts(
    number: int, length: int, sizes: Sequence[int], minimums: Sequence[int], counts: Counts
) -> tuple[int, ...]:
    """Return how many characters of each class the password of this ``number`` has; numbers begin at 0."""
    chosen = (1 << len(sizes)) - 1
    result = []
    for index, (size, minimum) in enumerate(zip(sizes, minimums, strict=True)):
        chosen ^= 1 << index
        characters = minimum
        strings = comb(length, minimum) * size**minimum
        while number >= (passwords_so := strings * counts[chosen][length - characters]):
            number -= passwords_so
            strings = strings * (length - characters) * size // (characters + 1)
            characters += 1
        number //= strings
        length -= characters
        result.append(characters)
    return tuple(result)


def numbered(
    length: int, alphabets: Sequence[str], minimums: Sequence[int], randbytes: RandomBytes
) -> tuple[int, Iterator[str]]:
    """Return how many passwords there are, and random ones without end."""
    sizes = [len(alphabet) for alphabet in alphabets]
    counts = count_passwords(length, sizes, minimums)
    possible = counts[(1 << len(sizes)) - 1][length]

    def passwords() -> Iterator[str]:
        while True:
            number = uniform.integer_below(possible, randbytes)
            characters = [
                alphabet[place]
                for alphabet, count in zip(
                    alphabets, class_counts(number, length, sizes, minimums, counts), strict=True
                )
                for place in uniform.integers(len(alphabet), count, randbytes)
            ]
            yield "".join([characters[place] for place in uniform.distinct_integers(length, length, randbytes)])

    return possible, passwords()
