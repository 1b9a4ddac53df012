/**
 * Calls `apply` with the newest value at most once in `interval` ms; the first at once.
 * @returns takes a value, and ends: nothing is applied afterwards
 */
export function latestOnly<Value>(apply: (value: Value) => void, interval: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  let waiting: { value: Value } | undefined;
  const next = () => {
    timer = undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    timer = setTimeout(next, interval);
    apply(value);
  };
  return {
    take(value: Value): void {
      if (isEnded) return;
      waiting = { value };
      if (timer === undefined) next();
    },
    end(): void {
      clearTimeout(timer);
      isEnded = true;
    },
  };
}
