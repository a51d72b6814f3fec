/** What differs in a deal, in words. */
import { listed, t } from "../words";
import type { Quarrel } from "./checking";

/** A quarrel as a sentence; seats without a name are called by their number. */
export function quarrelText({ what, seats }: Quarrel, names: readonly string[]): string {
  const told = { names: listed(seats.map((seat) => names[seat] ?? String(seat + 1))) };
  switch (what) {
    case "odd_list":
      return seats.length ? t("quarrel_odd_list", told) : t("quarrel_odd_list_twice");
    case "other_list":
      return t("quarrel_other_list", told);
    case "moved":
      return t("quarrel_moved", told);
    case "unfit":
      return t("quarrel_unfit", told);
    case "bots":
      return t("quarrel_bots", told);
    default:
      return t(`quarrel_${what}`);
  }
}
