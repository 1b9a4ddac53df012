/** Small enough that no sum of numbers is too large, and exact: 2 to the power of -64. */
const SCALE = 2 ** -64;

/** A sum of numbers, of which the mean is right even where the sum is too large for a number. */
export interface Total {
  count: number;
  sum: number;
  /** The same, times `SCALE`. */
  scaled: number;
}

export const emptyTotal = (): Total => ({ count: 0, sum: 0, scaled: 0 });

export function addTo(total: Total, value: number): void {
  total.count++;
  total.sum += value;
  total.scaled += value * SCALE;
}

export function meanOf({ count, sum, scaled }: Total): number {
  return Number.isFinite(sum) ? sum / count : scaled / count / SCALE;
}
