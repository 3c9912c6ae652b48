"""Files

A file of 32 MiB is sent to `POST /hash/`. The table shows the CPU time of the worker, to receive the bytes and to hash
them, and the CPU time of a command that reads the same file from memory and hashes it on one thread. The time to
receive the bytes is that of a request with XXH3, which itself takes about 1 ms. All are measured in each round. The
figures are medians of the rounds. The ratio compares hashing with the command, and is the median of the rounds' ratios.
A command that is not installed has no row.
"""

import random
import resource
import shutil
import subprocess
import sys
import tempfile
from statistics import median

from benchmarks.measure import cpu_per_request, post, serving

SIZE = 32 * 1024 * 1024
QUICKEST = "xxh3-64"
BYTES = "application/octet-stream"
OPENSSL = ("openssl", "dgst", "-r")
COMMANDS = {
    **{
        name: [(*OPENSSL, f"-{name}")]
        for name in ("md5", "sha1", "sha256", "sha512", "sha3-256", "blake2b512", "ripemd160")
    },
    "whirlpool": [(*OPENSSL, "-provider", "legacy", "-whirlpool")],
    "blake3": [("b3sum", "--num-threads", "1")],
    "xxh32": [("xxhsum", "-H32")],
    "xxh64": [("xxhsum", "-H64")],
    "xxh3-128": [("xxhsum", "-H128")],
    "md5,sha1,sha256": [(*OPENSSL, f"-{name}") for name in ("md5", "sha1", "sha256")],
}


def cpu_of(commands, path):
    """Run the commands one after the other on the file; return their CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for command in commands:
        subprocess.run([*command, path], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def table(repeats=15):
    """Return rows: algorithms, milliseconds of receiving, hashing and the command, ratio of the last two, command."""
    rows = [["CPU for a file of 32 MiB", "ms: receiving + hashing | the command", "ratio", "command"]]
    content = random.Random(1).randbytes(SIZE)
    with tempfile.NamedTemporaryFile() as file, serving() as ours:
        file.write(content)
        file.flush()
        received_request = post(f"/hash/?algorithm={QUICKEST}", content, BYTES)
        for algorithms, commands in COMMANDS.items():
            if not shutil.which(commands[0][0]):
                continue
            hashed_request = post(f"/hash/?algorithm={algorithms}", content, BYTES)
            rounds = []
            for _ in range(repeats):
                receiving = cpu_per_request(*ours, received_request, 1)
                hashing = max(cpu_per_request(*ours, hashed_request, 1) - receiving, 0)
                rounds.append((receiving, hashing, cpu_of(commands, file.name)))
            receiving, hashing, theirs = (median(times) * 1e3 for times in zip(*rounds, strict=True))
            ratio = median(hashed / there for _, hashed, there in rounds)
            command_text = "; ".join(" ".join(command) for command in commands)
            times = f"{receiving:.0f} + {hashing:.0f} | {theirs:.0f}"
            rows.append([algorithms, times, f"{ratio:.2f}", f"`{command_text}`"])
            print(*rows[-1], sep="  ", file=sys.stderr)
    return rows
