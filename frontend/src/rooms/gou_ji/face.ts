import type { Face } from "../faces";

export const face: Face = {
  pack: "french",
  picture: ["KS", "KH", "2D", "B", "R"],
};
