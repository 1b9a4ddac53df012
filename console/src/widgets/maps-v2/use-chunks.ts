import { useEffect, useState } from 'react';

/** Markers that are added between two pictures of the screen. */
const CHUNK = 500;

/** How many of so many are there after another chunk; those that were there stay. */
function afterChunk(count: number, total: number): number {
  return Math.min(total, Math.max(count, 0) + CHUNK);
}

/** The things of a list as they are added: all at once, or a chunk with each picture of the screen. */
export function useChunks<Thing>(all: readonly Thing[], inChunks: boolean): readonly Thing[] {
  const [count, setCount] = useState(CHUNK);
  const isPartial = inChunks && count < all.length;
  useEffect(() => {
    if (!isPartial) return;
    const frame = requestAnimationFrame(() => setCount((now) => afterChunk(now, all.length)));
    return () => cancelAnimationFrame(frame);
  });
  return isPartial ? all.slice(0, count) : all;
}
