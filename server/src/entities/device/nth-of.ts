/**
 * The value that stands at a place, from 0, once some are sorted ascending. They are put into another order. They are divided at any
 * one of them: where they rise and fall again, the one in the middle of them is always near an end.
 */
export function nthOf(values: Float64Array, place: number): number {
  let [low, high, random] = [0, values.length - 1, 1];
  while (low < high) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const middle = values[low + Math.floor((random / 2 ** 32) * (high - low + 1))] as number;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] as number) < middle) left++;
      while ((values[right] as number) > middle) right--;
      if (left > right) break;
      const other = values[left] as number;
      values[left++] = values[right] as number;
      values[right--] = other;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else return middle;
  }
  return values[low] as number;
}
