/** A list with the item at `from` at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The index of the box that a point is in, or nearest to; -1 without boxes. */
export function nearestBox(boxes: readonly Box[], x: number, y: number): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, index) => {
    const beside = Math.max(box.left - x, 0, x - box.right);
    const above = Math.max(box.top - y, 0, y - box.bottom);
    // Rows first: what is in the same row is nearer than what is above or below.
    const distance = above * 1000 + beside;
    if (distance < least) [nearest, least] = [index, distance];
  });
  return nearest;
}
