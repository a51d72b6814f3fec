"""`python -m qipai`, where the program `qipai` is not found."""

from qipai.cli import main

if __name__ == "__main__":  # processes that serve together import this file
    main()
