"""Lets these tests import what they share, and what the engine's tests share."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "engine")]
