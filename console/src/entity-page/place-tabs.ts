/** Room of the button "More", in px. */
const MORE_WIDTH = 84;

/**
 * How many tabs stand in the row: all when they fit, else those that fit beside "More". The open one is always among
 * them, in the place of the last that would fit.
 */
export function placeTabs<One extends { id: string }>(
  tabs: readonly One[],
  widths: readonly number[],
  room: number,
  open: string | undefined,
): { shown: One[]; rest: One[] } {
  const sum = (places: readonly number[]) => places.reduce((total, place) => total + (widths[place] ?? 0), 0);
  const all = tabs.map((_, place) => place);
  const openPlace = tabs.findIndex(({ id }) => id === open);
  let shown = all;
  while (shown.length > 1 && sum(shown) > room - (shown.length < all.length ? MORE_WIDTH : 0)) {
    const last = shown.findLast((place) => place !== openPlace) as number;
    shown = shown.filter((place) => place !== last);
  }
  return {
    shown: tabs.filter((_, place) => shown.includes(place)),
    rest: tabs.filter((_, place) => !shown.includes(place)),
  };
}
