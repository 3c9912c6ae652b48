"""Build the search tree of a MaxMind DB from the leaves up. Equal subtrees are stored only once."""

from collections import defaultdict

import numpy as np

ABSENT = 0  # the value of a branch without data; a leaf with label n has the value n + 1
WIDTH = 64  # each part of an IPv6 tree below this depth is built as a separate tree

# An IPv6 tree has its IPv4 tree at ::/96, and again at these prefixes: IPv4-mapped, 6to4 and NAT64 addresses.
IPV4_ALIASES = ((0xFFFF << 32, 96), (0x2002 << 112, 16), ((0x64 << 112) | (0xFF9B << 96), 96))


class Tree:
    """A pool of nodes. Each pair (left, right) occurs only once. Two equal leaves under one node are joined to one."""

    def __init__(self, labels: int) -> None:
        """``labels``: the number of labels. Values above it are nodes."""
        self.first_node = labels + 1
        self.pairs = np.empty(0, dtype=np.uint64)
        self._sorted_keys = np.empty(0, dtype=np.uint64)
        self._sorted_values = np.empty(0, dtype=np.int64)

    def build(self, prefix: np.ndarray, length: np.ndarray, value: np.ndarray, width: int) -> int:
        """Add a tree for addresses of ``width`` bits, at most 64, and return the value of its root.

        ``prefix`` has the first address of each network. Raises ValueError if networks overlap.
        """
        prefix = prefix.astype(np.uint64)
        keys, values = np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64)
        for depth in range(width, 0, -1):
            here = length == depth
            keys = np.concatenate([keys, prefix[here] >> (width - depth)])
            values = np.concatenate([values, value[here]])
            order = np.argsort(keys, kind="stable")
            keys, values = keys[order], values[order]
            if np.any(keys[1:] == keys[:-1]):
                raise ValueError(f"Networks overlap at length {depth}")
            parents, row = np.unique(keys >> 1, return_inverse=True)
            children = np.zeros((len(parents), 2), dtype=np.int64)
            children[row, (keys & 1).astype(np.int64)] = values
            keys, values = parents, self._join(children)
        whole = value[length == 0]
        if len(keys) and len(whole):
            raise ValueError("Networks overlap at length 0")
        return int(values[0] if len(values) else whole[0] if len(whole) else ABSENT)

    def _join(self, children: np.ndarray) -> np.ndarray:
        """Return the values of the nodes with these children. Two equal leaves are one leaf; other pairs are nodes."""
        left, right = children[:, 0], children[:, 1]
        values = left.copy()
        # Two equal nodes are a pair like any other. Only leaves can move one level up.
        split = (left != right) | (left >= self.first_node)
        pairs = (left[split].astype(np.uint64) << np.uint64(32)) | right[split].astype(np.uint64)
        distinct, inverse = np.unique(pairs, return_inverse=True)
        values[split] = self._numbers(distinct)[inverse]
        return values

    def _numbers(self, pairs: np.ndarray) -> np.ndarray:
        """Return the values of the nodes with these distinct, sorted pairs. Adds new pairs to the pool."""
        place = np.searchsorted(self._sorted_keys, pairs)
        known = np.zeros(len(pairs), dtype=bool)
        inside = place < len(self._sorted_keys)
        known[inside] = self._sorted_keys[place[inside]] == pairs[inside]
        numbers = np.empty(len(pairs), dtype=np.int64)
        numbers[known] = self._sorted_values[place[known]]
        numbers[~known] = self.first_node + len(self.pairs) + np.arange(np.count_nonzero(~known))
        self._sorted_keys = np.insert(self._sorted_keys, place[~known], pairs[~known])
        self._sorted_values = np.insert(self._sorted_values, place[~known], numbers[~known])
        self.pairs = np.concatenate([self.pairs, pairs[~known]])
        return numbers

    def build_ipv6(self, prefix: np.ndarray, length: np.ndarray, value: np.ndarray, ipv4: int) -> int:
        """Add an IPv6 tree and return the value of its root.

        ``ipv4`` is the value of the IPv4 tree, which becomes part of it at ::/96 and at IPV4_ALIASES. ``prefix`` has
        addresses as Python integers (dtype object) or, if no prefix is longer than 64 bits, their first 64 bits as
        int64.
        """
        first, bits = zip((0, 96), *IPV4_ALIASES, strict=True)
        parts = [(np.array(first, dtype=object), np.array(bits), np.full(len(bits), ipv4)), (prefix, length, value)]
        upper, groups = [], defaultdict(list)
        for part in parts:
            if part[0].dtype != object:
                upper.append(part)
                continue
            for network, bits, number in zip(*part, strict=True):
                half, rest = divmod(network, 1 << WIDTH)
                if bits > WIDTH:
                    groups[half].append((rest, bits - WIDTH, number))
                else:
                    upper.append((np.array([half]), np.array([bits]), np.array([number])))
        for half, members in groups.items():
            rest, bits, number = zip(*members, strict=True)
            root = self.build(np.array(rest, dtype=np.uint64), np.array(bits), np.array(number), WIDTH)
            upper.append((np.array([half]), np.array([WIDTH]), np.array([root])))
        joined = [
            np.concatenate([np.asarray(part, np.int64) for part in column]) for column in zip(*upper, strict=True)
        ]
        return self.build(joined[0], joined[1], joined[2], WIDTH)

    def children(self, root: int) -> np.ndarray:
        """Return (left, right) of all nodes below ``root``, level by level. They get new numbers, the root 0.

        In the result a branch without data is -1, a leaf with label n is -2 - n, and a node is its number.
        """
        pairs = np.stack([self.pairs >> np.uint64(32), self.pairs & np.uint64(0xFFFFFFFF)], axis=1).astype(np.int64)
        number = np.full(len(pairs), -1, dtype=np.int64)
        order = []
        level, count = np.array([root - self.first_node]), 0
        while len(level):
            number[level] = count + np.arange(len(level))
            count += len(level)
            order.append(level)
            below = pairs[level].ravel()
            below = below[below >= self.first_node] - self.first_node
            _, first = np.unique(below, return_index=True)
            below = below[np.sort(first)]
            level = below[number[below] < 0]
        values = pairs[np.concatenate(order)]
        inner = values >= self.first_node
        return np.where(inner, number[np.where(inner, values - self.first_node, 0)], -1 - values)
