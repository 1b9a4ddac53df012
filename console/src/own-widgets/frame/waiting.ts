import type { DataUpdate, FrameContext, ToFrame } from '../protocol.ts';

/** Both as one: rows that are told again replace all that was known of them. */
function joined(before: DataUpdate | undefined, update: DataUpdate): DataUpdate {
  if (!before || update.shape) return update;
  const values = new Map([...before.values, ...update.values].map((value) => [value[0], value]));
  return { ...before, ...update, values: [...values.values()] };
}

/** Keeps what the page tells a widget while its files load; later news takes the place of earlier. */
export function createWaiting() {
  const data = new Map<string, DataUpdate>();
  const toggled = new Set<number>();
  let change: Partial<FrameContext> = {};
  return {
    take(message: ToFrame) {
      if (message.kind === 'context') change = { ...change, ...message.change };
      else if (message.kind === 'data') data.set(message.of, joined(data.get(message.of), message.update));
      else if (message.kind === 'visibility' && !toggled.delete(message.index)) toggled.add(message.index);
      else if (message.kind === 'again') {
        data.clear();
        toggled.clear();
      }
    },
    change: () => change,
    data: () => [...data].map(([of, update]) => ({ kind: 'data' as const, of, update })),
    toggled: () => [...toggled],
  };
}
