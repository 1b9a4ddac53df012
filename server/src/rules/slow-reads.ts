import { createTenantStanding } from './scripts/tenant-standing.ts';

/** ms that nodes of a tenant may read for the messages of a batch, in which those of other tenants wait */
const PATIENCE = 250;

/** What a node reads takes too long for a batch, and has to be read outside of it. */
export class ReadTooSlow extends Error {
  override readonly name = 'ReadTooSlow';
  constructor() {
    super('What the node reads takes long');
  }
}

/** Time in which nodes of a tenant have read for a batch. */
interface Reading {
  /** Reads that are under way, and since when there are some, by performance.now(). */
  underWay: number;
  since: number;
  /** ms before that */
  took: number;
}

/** Keeps nodes that read much from holding up batches: their messages leave these, and those of their tenant for a while. */
export interface SlowReads {
  isSlow(tenantId: string): boolean;
  /** Waits for what a node reads. @throws ReadTooSlow when it takes too long, also with what was read for the batch before */
  limit<T>(batch: object, tenantId: string, reading: Promise<T>): Promise<T>;
}

export function createSlowReads(): SlowReads {
  const standing = createTenantStanding();
  /** batch → tenant id → its reads */
  const batches = new WeakMap<object, Map<string, Reading>>();

  function readingOf(batch: object, tenantId: string): Reading {
    const ofBatch = batches.get(batch) ?? new Map<string, Reading>();
    batches.set(batch, ofBatch);
    const reading = ofBatch.get(tenantId) ?? { underWay: 0, since: 0, took: 0 };
    ofBatch.set(tenantId, reading);
    return reading;
  }

  return {
    isSlow: standing.isSlow,
    limit<T>(batch: object, tenantId: string, reading: Promise<T>): Promise<T> {
      const own = readingOf(batch, tenantId);
      if (own.underWay++ === 0) own.since = performance.now();
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const left = PATIENCE - own.took - (performance.now() - own.since);
      const timer = setTimeout(
        () => {
          standing.strike(tenantId);
          reject(new ReadTooSlow());
        },
        Math.max(0, left),
      );
      const ended = (): void => {
        clearTimeout(timer);
        if (--own.underWay === 0) own.took += performance.now() - own.since;
      };
      reading.finally(ended).then(resolve, reject);
      return promise;
    },
  };
}
