"""``python -m inspector``: the same as the ``pi-inspector`` command."""

from inspector.cli.main import main

if __name__ == "__main__":
    main()
