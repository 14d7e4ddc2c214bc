"""`python -m taroky` is the command `taroky`."""

import sys

from taroky.cli import main

sys.exit(main())
