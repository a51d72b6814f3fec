/** Fewer deals than this say little. */
export const FEW = 10;
