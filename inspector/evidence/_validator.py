"""The process that ``validate`` starts: prints the SHA-256 and the numbers of lines that are not UTF-8.

Arguments: path, size in bytes. Started without site and environment, so that it is up in a few milliseconds;
it imports nothing of ours and nothing foreign.
"""

import hashlib
import sys

CHUNK = 1 << 20


def main(path: str, size: int) -> None:
    """Read ``size`` bytes of ``path`` and print the verdict on one line."""
    digest = hashlib.sha256()
    suspects: list[int] = []
    left, before, rest = size, 0, b""
    with open(path, "rb", buffering=0) as stream:
        while left > 0:
            chunk = stream.read(min(CHUNK, left))
            if not chunk:
                sys.exit(1)
            left -= len(chunk)
            digest.update(chunk)
            cut = chunk.rfind(b"\n") + 1
            if not cut and left:
                rest += chunk
                continue
            block = rest + chunk[:cut] if left else rest + chunk
            rest = chunk[cut:] if left else b""
            check(block, before, suspects)
            before += block.count(b"\n")
    print(digest.hexdigest(), *suspects)


def check(block: bytes, before: int, suspects: list[int]) -> None:
    """Add the numbers of lines in ``block`` that are not UTF-8; ``before`` lines stand before it."""
    if block.isascii():
        return
    try:
        block.decode("utf-8")
    except UnicodeDecodeError:
        for number, line in enumerate(block.split(b"\n"), before + 1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                suspects.append(number)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
