/** The value that stands at a place, from 0, once some are sorted ascending. They are put into another order. */
export function nthOf(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = values[(low + high) >> 1] as number;
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
