"""The files of a release besides the wheels, into the folder that has them: `make release`.

taroky-club.zip is all that a club needs: the wheels, a list from which pip installs them, and a club's project
to begin with. SHA256SUMS has the checksums of all files.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from taroky.messages import ENGLISH
from taroky_build.clubs import commands
from taroky_build.clubs.starter_files import STARTER

#: The archive, and the one folder in it.
ARCHIVE, FOLDER = "taroky-club.zip", "taroky-club"
SUMS = "SHA256SUMS"
#: The club that is begun in it.
_CLUB, _TITLE, _RULES = "club", "Our club", "hlucin"


def complete(dist: Path) -> list[Path]:
    """Add the archive and the checksums to the wheels in a folder; return all files of the release."""
    wheels = sorted(dist.glob("*.whl"))
    with zipfile.ZipFile(dist / ARCHIVE, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in _contents(wheels):
            # the same files make the same archive, whenever that is
            info = zipfile.ZipInfo(f"{FOLDER}/{path}")
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    files = [*wheels, dist / ARCHIVE]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (dist / SUMS).write_text("".join(sums), "utf-8")
    return [*files, dist / SUMS]


def _contents(wheels: list[Path]) -> Iterator[tuple[str, bytes]]:
    """The path in the archive's folder and the content of each file."""
    for file in sorted(STARTER.glob("README*.md")):
        yield file.name, file.read_bytes()
    yield "requirements.txt", "".join(f"./wheels/{file.name}\n" for file in wheels).encode()
    for file in wheels:
        yield f"wheels/{file.name}", file.read_bytes()
    with tempfile.TemporaryDirectory() as scratch:
        club = Path(scratch) / _CLUB
        commands.make(club, _TITLE, _RULES, (ENGLISH,))
        for file in sorted(path for path in club.rglob("*") if path.is_file()):
            yield file.relative_to(scratch).as_posix(), file.read_bytes()


def main() -> int:
    """Complete the wheels in a folder to a release, and say what there is."""
    parser = argparse.ArgumentParser(description="Completes wheels to the files of a release.")
    parser.add_argument("dist", type=Path, nargs="?", default=Path("dist"))
    for file in complete(parser.parse_args().dist):
        print(f"{file.stat().st_size / 1e6:7.1f} MB  {file}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
