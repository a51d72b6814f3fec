import { t } from "../../words";
import type { Face } from "../faces";

export const face: Face = {
  pack: "french",
  picture: ["rG", "bR", "rH"],
  family: () => t("giog_family"),
};
