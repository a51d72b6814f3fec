/** A table after a change, of which the server tells what is new. */
import type { Ev, TableView } from "../protocol";

/** The table after an `ev`: everything that has not changed is the same object as before. */
export function tableAfter(before: TableView, { table, changed, facts }: Ev): TableView {
  if (table) return table;
  const after = Object.entries(changed!).reduce<unknown>((view, [path, value]) => put(view, path.split("/"), value), before) as TableView;
  const logged = facts.filter((fact) => "seq" in fact);
  return after.deal && logged.length ? { ...after, deal: { ...after.deal, log: [...after.deal.log, ...logged] } } : after;
}

/** A copy of a value with another at the end of a way of names, and of places in lists.  The way must be there. */
function put(part: unknown, [key, ...way]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (!(key in (part as object))) throw new TypeError(`No ${key} in what was shown before.`);
  const copy = (Array.isArray(part) ? [...part] : { ...(part as object) }) as Record<string, unknown>;
  copy[key] = put(copy[key], way, value);
  return copy;
}
