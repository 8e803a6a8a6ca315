"""The screens of the program. The app shows one at a time."""
