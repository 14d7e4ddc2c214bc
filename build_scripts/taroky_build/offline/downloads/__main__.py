"""Makes both copies of each edition of a built site and puts them on it, where its pages offer them:
python -m taroky_build.offline.downloads [--site site] [--into dist]"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from taroky.messages import speaking

from taroky_build.errors import BuildError
from taroky_build.offline.downloads import offered, one_edition, single_page, zip_file
from taroky_build.paths import CHECKOUT


def main() -> int:
    """Make them and tell their sizes."""
    parser = argparse.ArgumentParser(prog="taroky_build.offline.downloads", description=__doc__)
    parser.add_argument("--site", type=Path, default=Path("site"), help="the built site (site)")
    parser.add_argument("--into", type=Path, default=Path("dist"), help="where to (dist)")
    args = parser.parse_args()
    root = CHECKOUT
    if not (args.site / "index.html").is_file():
        print(f"{args.site} is no built site: run make site first.")
        return 1
    args.into.mkdir(parents=True, exist_ok=True)
    for folder, language in one_edition.editions(args.site).items():
        ending = f"-{language}" if folder else ""
        page = args.into / single_page.NAME.replace(".", f"{ending}.")
        archive = args.into / f"{zip_file.NAME}{ending}.zip"
        try:
            with tempfile.TemporaryDirectory() as scratch, speaking(language):
                site = Path(scratch, "site")
                one_edition.take(args.site, folder, site)
                single_page.make(root, site, page)
                zip_file.make(root, site, Path(scratch, zip_file.NAME))
                zip_file.pack(Path(scratch, zip_file.NAME), archive)
                offered.put(args.site, (page, archive), folder)
        except BuildError as error:
            print(error)
            return 1
        for file in (page, archive):
            print(f"{file}: {file.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
