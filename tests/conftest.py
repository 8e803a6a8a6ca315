"""Settings that all tests share."""

from hypothesis import settings

# The first call of a kernel loads or compiles it, so a single example says nothing about time.
settings.register_profile("flanco", deadline=None, print_blob=True, max_examples=50)
settings.load_profile("flanco")
