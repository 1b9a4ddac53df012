import { Tooltip } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { formatAgo, formatDateTime, formatExact } from '../i18n/format.ts';

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

/** The time, anew every few seconds; one clock for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** How long ago `ts` was; the exact instant with its zone on hover and focus. */
export function Ago({ ts }: { ts: number }) {
  const moment = useNow();
  return (
    <Tooltip title={formatExact(ts)}>
      <time dateTime={new Date(ts).toISOString()} className="num">
        {formatAgo(ts, Math.max(moment, ts))}
      </time>
    </Tooltip>
  );
}

/** Date and time of `ts`; to the millisecond with the zone on hover and focus. Nothing for 0. */
export function Instant({ ts }: { ts: number | undefined }) {
  if (!ts) return null;
  return (
    <Tooltip title={formatExact(ts)}>
      <time dateTime={new Date(ts).toISOString()} className="num">
        {formatDateTime(ts)}
      </time>
    </Tooltip>
  );
}
