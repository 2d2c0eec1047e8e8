"""``python -m fairdeal`` is the same as ``fairdeal``."""

from fairdeal.cli import main

if __name__ == "__main__":
    main()
