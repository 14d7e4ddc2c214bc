"""Makes both copies of a built site: python -m taroky_build.copies [--site site] [--into dist]"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from taroky_build.copies import folder, single
from taroky_build.errors import BuildError


def main() -> int:
    """Make both and tell their sizes."""
    parser = argparse.ArgumentParser(prog="taroky_build.copies", description=__doc__)
    parser.add_argument("--site", type=Path, default=Path("site"), help="the built site (site)")
    parser.add_argument("--into", type=Path, default=Path("dist"), help="where to (dist)")
    args = parser.parse_args()
    root = Path(__file__).resolve().parents[3]
    if not (args.site / "index.html").is_file():
        print(f"{args.site} is no built site: run make site first.")
        return 1
    args.into.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory() as scratch:
            folder.make(root, args.site, Path(scratch, folder.NAME))
            archive = args.into / f"{folder.NAME}.zip"
            folder.pack(Path(scratch, folder.NAME), archive)
        single.make(root, args.site, args.into / single.NAME)
    except BuildError as error:
        print(error)
        return 1
    for file in (archive, args.into / single.NAME):
        print(f"{file}: {file.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
