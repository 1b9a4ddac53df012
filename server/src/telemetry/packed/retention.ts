/**
 * Minimum days for which points of each retention class are kept; 0: for ever. A write is rounded up to the next class,
 * so that few partitions suffice. The index of a class is stored with points, so the order is part of the format.
 */
const RETENTION_DAYS = [0, 1, 7, 30, 90, 180, 365, 730, 1825, 3650] as const;

export const DAY = 86_400_000;

/** Class of a retention time in seconds; 0 and anything longer than the longest class: for ever. */
export function retentionClassOfTtl(ttlSeconds: number | undefined): number {
  if (!ttlSeconds || ttlSeconds <= 0) return 0;
  const days = ttlSeconds / 86_400;
  const index = RETENTION_DAYS.findIndex((most) => most >= days);
  return Math.max(0, index);
}

/**
 * Day since 1970 from which a chunk is no longer needed, rounded up so that a class has few such days at a time; 0:
 * never. Chunks with implausible times (the device's clock is wrong) count as written today.
 * @param newestTs epoch ms of the newest point of the chunk
 */
export function expiryDay(retentionClass: number, newestTs: number, now: number): number {
  const days = RETENTION_DAYS[retentionClass] ?? 0;
  if (days === 0) return 0;
  const step = days <= 7 ? 1 : days <= 90 ? 7 : 30;
  const today = Math.floor(now / DAY);
  const newest = Math.floor(newestTs / DAY);
  const counted = newest < today - days || newest > today + step ? today : newest;
  return Math.ceil((counted + days + 1) / step) * step;
}
