"""Codes of tables: a word and digits that can be read aloud on the telephone, and long ones for spectators' links."""

import secrets

# Short, of different sound, found in a room with a table.
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

ENOUGH = 8  # collisions after which the number grows


def new_code(tries: int) -> str:
    """A code to read aloud: tea-482.  After many collisions it has more digits."""
    digits = 3 + tries // ENOUGH
    return f"{secrets.choice(WORDS)}-{secrets.randbelow(10**digits):0{digits}d}"


def read_code(text: str) -> str:
    """A code as it is stored, from what a person typed."""
    return "-".join(text.lower().replace("-", " ").split())


def new_id() -> str:
    """The id of a table or a record: nobody guesses one."""
    return secrets.token_hex(16)


def new_watch_code() -> str:
    """The code of a spectator link: not to be guessed from the table's own."""
    return secrets.token_urlsafe(16)
