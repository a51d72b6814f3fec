import type { Face } from "../faces";

export const face: Face = {
  pack: "french",
  picture: ["9S", "10D", "R", "2C"],
};
