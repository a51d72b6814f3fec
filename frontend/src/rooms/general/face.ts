import type { Face } from "../faces";

export const face: Face = {
  pack: "french",
  picture: ["back", "back", "back"],
};
