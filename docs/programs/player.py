"""Sits down at a table and plays: python player.py http://localhost:8000 CODE SEAT"""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect

address, code, seat = sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3])

asked = urllib.request.Request(f"{address}/api/guests", json.dumps({"name": "Python"}).encode())
token = json.load(urllib.request.urlopen(asked))["token"]  # keep it, and you can come back to your cards

with connect(f"ws{address[4:]}/ws/table/{code}", additional_headers={"Authorization": f"Bearer {token}"}) as socket:

    def send(kind, **fields):
        socket.send(json.dumps({"k": kind, **fields}))

    send("hello", proto=1)
    send("sit", id="sit", seat=seat, name="Python")
    busy = True  # a command is on its way
    for message in map(json.loads, socket):
        if message["k"] in ("snap", "ev"):
            seq, table = message["seq"], message["table"]
        elif message["k"] in ("ok", "no"):
            busy = False
        if message["k"] == "no" and message["code"] != "stale":
            print(message["text"]["en"])
        if busy or message["k"] not in ("snap", "ev", "ok"):
            continue
        deal, you = table["deal"], table["you"]
        if table["phase"] in ("finished", "closed"):
            break
        if you is not None and table["phase"] == "between" and not table["seats"][you]["ready"]:
            send("ready", id=f"ready at {seq}")
            busy = True
        elif deal and not deal["over"] and you in deal["to_act"]:
            choice = random.choice(deal["choices"])  # here is where a better player begins
            send("act", id=f"act at {seq}", at=seq, action=choice["action"])
            busy = True
