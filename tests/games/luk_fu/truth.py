"""Does everybody accept what is, over so many decisions of whole deals?  The test asks a few; this goes on.

python -m tests.games.luk_fu.truth DECISIONS SEED
"""

import sys

from tests.games.luk_fu.test_worlds import truth

if __name__ == "__main__":
    print(f"{truth(int(sys.argv[1]), int(sys.argv[2])):,} decisions, and the truth was always accepted")
