"""Build the search tree of a MaxMind DB from the leaves up. Equal subtrees are stored only once."""

import numpy as np

from .intervals import ABSENT, Steps, last_of_each

# An IPv6 tree has its IPv4 tree at ::/96, and again at these prefixes: IPv4-mapped, NAT64 and 6to4 addresses.
MAPPED, NAT64, SIX_TO_FOUR = 0xFFFF, 0x0064_FF9B_0000, 0x2002  # ::ffff:0:0/96, 64:ff9b::/96 and 2002::/16


class Tree:
    """A pool of nodes. Each pair (left, right) occurs only once. Two equal leaves under one node are joined to one."""

    def __init__(self, labels: int) -> None:
        """``labels``: the number of labels. Values above it are nodes."""
        self.first_node = labels + 1
        self.pairs = self._sorted_pairs = self._sorted_values = np.empty(0, dtype=np.int64)

    def build(self, steps: Steps) -> int:
        """Add a tree and return the value of its root."""
        return int(self._rise(steps, steps.unit).value[0])

    def build_ipv6(self, steps: Steps, ipv4: int) -> int:
        """Add an IPv6 tree, of units of /48 or smaller, and return the value of its root.

        ``ipv4`` is the value of the IPv4 tree, which becomes part of it at ::/96 and its aliases.
        """
        lower, nat64 = ((0, ipv4), (MAPPED, ipv4)), ((0, ipv4),)
        nothing = Steps(np.zeros(1, np.int64), np.full(1, ABSENT), 48)
        aliases = (0, self.build(_with(nothing, *lower))), (NAT64, self.build(_with(nothing, *nat64)))
        steps = self._rise(_with(self._rise(steps, steps.unit - 48), *aliases), 32)
        return self.build(_with(steps, (SIX_TO_FOUR, ipv4)))

    def _rise(self, steps: Steps, levels: int) -> Steps:
        """Return the values of units that are ``levels`` bits shorter. A value that is a node is that of one unit."""
        at, value = steps.at, steps.value
        for _ in range(levels):
            odd = np.flatnonzero(at & 1)  # a step in the middle of a longer unit makes it a node
            even = np.flatnonzero(at & 1 == 0)
            above = at >> 1
            # The unit after a node begins with the value that the node ends with, unless there is a step.
            at = np.concatenate([above[odd] + 1, above[even], above[odd]])
            value = np.concatenate([value[odd], value[even], self._joined(value[odd - 1], value[odd])])
            at, value = last_of_each(at, value)
        dtype = np.int64 if steps.unit - levels < 63 else object
        return Steps(at.astype(dtype), value, steps.unit - levels)

    def _joined(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """Return the values of the nodes with these children. Adds new ones to the pool."""
        distinct, inverse = np.unique(left << 32 | right, return_inverse=True)
        place = np.searchsorted(self._sorted_pairs, distinct)
        new = np.append(self._sorted_pairs, -1)[place] != distinct
        added = distinct[new]
        numbers = self.first_node + len(self.pairs) + np.arange(len(added))
        self.pairs = np.append(self.pairs, added)
        self._sorted_pairs = np.insert(self._sorted_pairs, place[new], added)
        self._sorted_values = np.insert(self._sorted_values, place[new], numbers)
        values = self._sorted_values[np.searchsorted(self._sorted_pairs, distinct)][inverse]
        # Two equal nodes are a pair like any other. Only leaves can move one level up.
        return np.where((left == right) & (left < self.first_node), left, values)

    def children(self, root: int) -> np.ndarray:
        """Return (left, right) of all nodes below ``root``, level by level. They get new numbers, the root 0.

        In the result a branch without data is -1, a leaf with label n is -2 - n, and a node is its number.
        """
        pairs = np.stack([self.pairs >> 32, self.pairs & 0xFFFFFFFF], axis=1)
        number = np.full(len(pairs), -1, dtype=np.int64)
        order, count = [np.array([root - self.first_node])], 0
        while len(order[-1]):
            number[order[-1]] = count + np.arange(len(order[-1]))
            count += len(order[-1])
            below = pairs[order[-1]].ravel() - self.first_node
            below = below[below >= 0]
            _, first = np.unique(below, return_index=True)
            below = below[np.sort(first)]
            order.append(below[number[below] < 0])
        values = pairs[np.concatenate(order)]
        renumbered: np.ndarray = number[np.maximum(values - self.first_node, 0)]
        return np.where(values < self.first_node, -1 - values, renumbered)


def _with(steps: Steps, *subtrees: tuple[int, int]) -> Steps:
    """Return the steps with other values at some positions."""
    at, value = (np.array(column) for column in zip(*subtrees, strict=True))
    # The order counts: what follows keeps its value.
    values = np.concatenate([steps(at), steps.value, value])
    return Steps(*last_of_each(np.concatenate([at + 1, steps.at, at]), values), steps.unit)
