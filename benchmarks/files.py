"""Files

The digests of a file of 32 MiB that is sent to `POST /hash/`: the CPU time of the worker, including the time to
receive the bytes (about 12 ms), compared with the CPU time of the command that reads the same file from memory, on
one thread. All are measured in each round; the figures are medians of the rounds, and the ratio is the median of the
rounds' ratios. A command that is not installed has no row.
"""

import random
import resource
import shutil
import subprocess
import sys
import tempfile
from statistics import median

from benchmarks.measure import cpu_per_request, serving
from benchmarks.small import OURS, SERVERS

SIZE = 32 * 1024 * 1024
OPENSSL = ("openssl", "dgst", "-r")
COMMANDS = {
    "md5": [(*OPENSSL, "-md5")],
    "sha1": [(*OPENSSL, "-sha1")],
    "sha256": [(*OPENSSL, "-sha256")],
    "sha512": [(*OPENSSL, "-sha512")],
    "sha3-256": [(*OPENSSL, "-sha3-256")],
    "blake2b512": [(*OPENSSL, "-blake2b512")],
    "ripemd160": [(*OPENSSL, "-ripemd160")],
    "whirlpool": [(*OPENSSL, "-provider", "legacy", "-whirlpool")],
    "blake3": [("b3sum", "--num-threads", "1")],
    "xxh32": [("xxhsum", "-H32")],
    "xxh64": [("xxhsum", "-H64")],
    "xxh3-128": [("xxhsum", "-H128")],
    "md5,sha1,sha256": [(*OPENSSL, "-md5"), (*OPENSSL, "-sha1"), (*OPENSSL, "-sha256")],
}


def request(algorithms, content):
    return (
        f"POST /hash/?algorithm={algorithms} HTTP/1.1\r\nHost: localhost\r\n"
        f"Content-Type: application/octet-stream\r\nContent-Length: {len(content)}\r\n\r\n"
    ).encode() + content


def cpu_of(commands, path):
    """CPU seconds of the commands, one after the other, on the file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for command in commands:
        subprocess.run([*command, path], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def table(repeats=5):
    """Return rows: algorithms, milliseconds here, milliseconds of the command, ratio."""
    rows = [["CPU for a file of 32 MiB", "ms | the command, ms", "ratio", "command"]]
    content = random.Random(1).randbytes(SIZE)
    with tempfile.NamedTemporaryFile() as file, serving(*SERVERS[OURS]) as ours:
        file.write(content)
        file.flush()
        for algorithms, commands in COMMANDS.items():
            if not shutil.which(commands[0][0]):
                continue
            asked = request(algorithms, content)
            rounds = [(cpu_per_request(*ours, asked, 1), cpu_of(commands, file.name)) for _ in range(repeats)]
            own, theirs = map(median, zip(*rounds, strict=True))
            ratio = median(here / there for here, there in rounds)
            told = "; ".join(" ".join(command) for command in commands)
            rows.append([algorithms, f"{own * 1e3:.0f} | {theirs * 1e3:.0f}", f"{ratio:.2f}", f"`{told}`"])
            print(*rows[-1], sep="  ", file=sys.stderr)
    return rows


if __name__ == "__main__":
    table()
