/** How many times what is left for others one may have. */
const SHARE_OF_REST = 4;

/**
 * Whether somebody may have one more place of a table from which nobody is pushed out. One who is alone gets four fifths
 * of it, and however many have all that they may, there is room left for the next one.
 * @param own places that they have
 * @param used places that are taken, by anybody
 * @param all places that there are
 */
export function hasFairRoom(own: number, used: number, all: number): boolean {
  return used < all && own < SHARE_OF_REST * (all - used);
}
