/** The address of the file of all drawings, which the build writes. */
declare module "virtual:drawings" {
  const address: string;
  export default address;
}
