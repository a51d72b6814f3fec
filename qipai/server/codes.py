"""Codes of tables: a word and digits for reading aloud, and long random codes for spectators' links."""

import re
import secrets
import unicodedata

# Short words that sound different from each other.
WORDS = """
amber anvil apple apron arch arrow aspen badge bamboo barn basil basin basket bay beach bean bear bell bench berry birch bird
boat book boot bow bowl box branch brass bread brick bridge brook broom brush bucket button cabin cake camel canal candle cap
carp carrot cart castle cedar cello chalk cherry chess chest cider clay clock cloth cloud clover coal coat cocoa comb copper
coral cork corn cotton cradle crane creek crown cup curry daisy dawn deer desk dish dove dragon drum duck dune eagle earth east
elbow elm ember fan farm feast fence fern fiddle field fig finch fire fish flag flint flute fog forest fork fox frog fruit
galley garden garlic gate ginger glass glove goat gold gong goose grape grass gravel green grove guitar hall hammer harbor hare
harp hat hawk hay hazel heron hill honey hood horn horse ice indigo ink iris iron island ivory ivy jacket jade jar jasmine jug
kettle key kite ladder lake lamp lark leaf lemon lily linen lion lotus lute magpie mango maple marble market meadow melon mill
mint mirror moon moss moth mule music nest net noodle north nut oak oat ocean olive onion opal orange orchid otter owl ox paddle
paint palm panda paper park parrot path peach peanut pear pearl pebble pepper piano pier pillow pine pipe plate plow plum pond
pony poppy pot quail quartz quilt rabbit radish rain raven reed ribbon rice ridge ring river road robin roof root rope rose ruby
saddle sage sail salt sand satin scarf sea seal seed sesame shed sheep shell ship shirt shoe shore silk silver sky slate sled
snow soap sofa song soup south spade sparrow spice spoon spring squash stable star steam steel stone stool storm stove straw
sugar sun swan table tailor tea temple tent thread thyme tiger tile timber tin toast torch tower trail tree trout tulip turnip
turtle valley velvet vine violet violin wagon wall walnut water wave wax well west whale wheat wheel willow wind window wing
wolf wool wren yarn yellow
""".split()

ENOUGH = 8  # collisions per digit added to the number


def new_code(tries: int) -> str:
    """Return a random code to read aloud, such as tea-482; `tries` is the number of collisions so far, and adds digits."""
    digits = 3 + tries // ENOUGH
    return f"{secrets.choice(WORDS)}-{secrets.randbelow(10**digits):0{digits}d}"


def read_code(text: str) -> str:
    """Return a typed code in the form in which it is stored.

    >>> read_code("TEA 482"), read_code("tea482"), read_code("ｔｅａ４８２")
    ('tea-482', 'tea-482', 'tea-482')
    """
    return "-".join(re.findall(r"[^\W\d_]+|[\d_]+", unicodedata.normalize("NFKC", text).lower()))


def new_id() -> str:
    """Return a random id for a table: 128 bits, so that it cannot be guessed."""
    return secrets.token_hex(16)


def new_watch_code() -> str:
    """Return a random code for a spectator link, independent of the table's own code."""
    return secrets.token_urlsafe(16)
