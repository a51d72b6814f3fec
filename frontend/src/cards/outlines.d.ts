/** Cut while the client is built: the path of each character after the question mark, in a box 100 high. */
declare module "virtual:outlines?*" {
  const outlines: Record<string, string>;
  export default outlines;
}
