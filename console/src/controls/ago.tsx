import { useSyncExternalStore } from 'react';
import { formatAgo, formatDateTime, formatExact, machineTime } from '../i18n/format.ts';

const TICK = 5000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, updated every few seconds; one clock for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** How long ago `ts` was; the exact instant with its zone on hover. */
export function Ago({ ts }: { ts: number }) {
  const moment = useNow();
  return (
    <time dateTime={machineTime(ts)} title={formatExact(ts)} className="num">
      {formatAgo(ts, Math.max(moment, ts))}
    </time>
  );
}

/** Date and time of `ts`; to the millisecond with the zone on hover. Nothing for 0. */
export function Instant({ ts }: { ts: number | undefined }) {
  if (!ts) return null;
  return (
    <time dateTime={machineTime(ts)} title={formatExact(ts)} className="num">
      {formatDateTime(ts)}
    </time>
  );
}
