/** Runs one piece of work at a time; of those that are asked for meanwhile only the last is run after it. */
export function createLastWins<Value>(run: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let next: { value: Value } | undefined;
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    while (next) {
      const { value } = next;
      next = undefined;
      await run(value);
    }
  }

  return (value) => {
    next = { value };
    running ??= runAll().finally(() => {
      running = undefined;
    });
    return running;
  };
}
