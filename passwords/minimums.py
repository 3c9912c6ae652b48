"""Passwords with at least so many characters of each class, each of them equally likely (P9).

Drawing again until a password has them would never end for some minimums, such as 30 digits of 40 characters. So the
passwords are counted, one of their numbers is drawn, and it says how many characters each class gets; their order and
the characters themselves are then drawn freely.
"""

from collections.abc import Iterator, Sequence
from math import comb

from utilitysvc.drawing import uniform
from utilitysvc.drawing.sources import RandomBytes

#: For each set of classes, as the bits of an integer, and each length, how many passwords of these classes there are.
Counts = dict[int, list[int]]


def count_passwords(length: int, sizes: Sequence[int], minimums: Sequence[int]) -> Counts:
    """Count the passwords of each set of classes up to ``length``.

    A password is either a shorter one and any character, or one that lacked a single character of one class and has it
    now as its last. The second kind is counted by where that class's other characters stand.
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


def passwords(
    length: int, alphabets: Sequence[str], minimums: Sequence[int], counts: Counts, randbytes: RandomBytes
) -> Iterator[str]:
    """Draw passwords, one after the other."""
    sizes = [len(alphabet) for alphabet in alphabets]
    possible = counts[(1 << len(sizes)) - 1][length]
    while True:
        number = uniform.integer_below(possible, randbytes)
        characters = [
            alphabet[place]
            for alphabet, count in zip(alphabets, class_counts(number, length, sizes, minimums, counts), strict=True)
            for place in uniform.integers(len(alphabet), count, randbytes)
        ]
        yield "".join([characters[place] for place in uniform.distinct_integers(length, length, randbytes)])
