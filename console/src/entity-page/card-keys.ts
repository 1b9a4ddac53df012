/** The card that a key leads to from card `index` of `count`, which stand in `columns`; undefined for other keys. */
export function cardAfterKey(
  key: string,
  index: number,
  { count, columns, isRightToLeft }: { count: number; columns: number; isRightToLeft: boolean },
): number | undefined {
  const within = (to: number) => (to >= 0 && to < count ? to : index);
  const beside = (isForward: boolean) => within(isForward === isRightToLeft ? index - 1 : index + 1);
  switch (key) {
    case 'ArrowRight':
      return beside(true);
    case 'ArrowLeft':
      return beside(false);
    case 'ArrowUp':
      return within(index - columns);
    case 'ArrowDown': {
      // The last line may be shorter than the one above it.
      const isLastLine = Math.floor(index / columns) === Math.floor((count - 1) / columns);
      return isLastLine ? index : Math.min(index + columns, count - 1);
    }
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
