from . import main

if __name__ == "__main__":  # processes that serve together import this file
    main()
