"""Hypothesis looks for new cases on a desk, and repeats the same ones where a change is judged."""

import os

from hypothesis import settings

settings.register_profile("judged", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("judged")
