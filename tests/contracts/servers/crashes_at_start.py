"""Ends before it is ready, as a build with a broken configuration does."""

import sys

sys.exit("LF_SOMETHING is missing")
