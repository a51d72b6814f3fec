import type { Face } from "../faces";

export const face: Face = {
  pack: "french",
  picture: ["8S", "8H", "8C", "8D"],
};
