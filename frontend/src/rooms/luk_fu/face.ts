import type { Face } from "../faces";

export const face: Face = {
  pack: "money",
  picture: ["8S", "4G", "7K", "1C", "L"],
};
