"""Draws the icons of the installed site from our logo, on the cloth: python -m taroky_devtools.icons

They are kept in docs/assets/images, so that no build needs a browser; run this again after a change to
the logo.
"""

from __future__ import annotations

from playwright.sync_api import sync_playwright
from taroky_build.paths import CHECKOUT

from taroky_devtools.browsers import FLAGS, MISSING, find

IMAGES = CHECKOUT / "docs" / "assets" / "images"
_CLOTH = "#2b5242"
#: By name: size in pixels, share of it that the logo takes, and the corners' radius as a share. What is
#: maskable may be cut to a circle of four fifths; Apple rounds the corners itself.
ICONS = {
    "icon-192": (192, 0.82, 0.16),
    "icon-512": (512, 0.82, 0.16),
    "icon-maskable-512": (512, 0.6, 0),
    "apple-touch-icon": (180, 0.74, 0),
}


def main() -> int:
    path = find()
    if path is None:
        print(MISSING)
        return 1
    logo = (IMAGES / "logo.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for name, (size, share, radius) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}}div{{display:grid;place-items:center;width:{size}px;"
                f"height:{size}px;border-radius:{radius * size}px;background:{_CLOTH}}}"
                f"svg{{width:{share * size}px}}</style><div>{logo}</div>"
            )
            page.screenshot(path=IMAGES / f"{name}.png", omit_background=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
