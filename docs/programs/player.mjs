// Sits down at a table and plays: node player.mjs http://localhost:8000 CODE SEAT    (Node 22 or newer)
const [address, code, seat] = [process.argv[2].replace(/\/$/, ""), process.argv[3], Number(process.argv[4])];

const asked = await fetch(`${address}/api/guests`, { method: "POST", body: JSON.stringify({ name: "Node" }) });
const { token } = await asked.json(); // keep it, and you can come back to your cards

const socket = new WebSocket(`ws${address.slice(4)}/ws/table/${code}`, { headers: { Authorization: `Bearer ${token}` } });
const send = (k, fields) => socket.send(JSON.stringify({ k, ...fields }));
let seq, table;
let busy = true; // a command is on its way

socket.onopen = () => {
  send("hello", { proto: 1 });
  send("sit", { id: "sit", seat, name: "Node" });
};
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.k === "snap" || message.k === "ev") ({ seq, table } = message);
  if (message.k === "ok" || message.k === "no") busy = false;
  if (message.k === "no" && message.code !== "stale") console.log(message.text.en);
  if (busy || !["snap", "ev", "ok"].includes(message.k)) return;
  const { phase, you, seats, deal } = table;
  if (phase === "finished" || phase === "closed") {
    socket.close();
  } else if (you !== null && phase === "between" && !seats[you].ready) {
    busy = true;
    send("ready", { id: `ready at ${seq}` });
  } else if (deal && !deal.over && deal.to_act.includes(you)) {
    const choice = deal.choices[Math.floor(Math.random() * deal.choices.length)]; // here is where a better player begins
    busy = true;
    send("act", { id: `act at ${seq}`, at: seq, action: choice.action });
  }
};
