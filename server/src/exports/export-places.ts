import type { Readable } from 'node:stream';
import { tooManyRequests } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';

/** How many files are written at the same time. Visitors of public pages have places of their own. */
export interface PlaceLimits {
  perTenant: number;
  /** Of the visitors of a tenant together. */
  ofVisitors: number;
  total: number;
}

/** ms without anything being read by the client after which a file ends. */
const MAX_PAUSE = 60_000;
/** ms after which a file ends, read or not. */
const MAX_TIME = 30 * 60_000;

/** Ends a file that nobody reads any further, or that takes too long. */
function watch(content: Readable): void {
  let seen = 0;
  let read = 0;
  content.on('data', (chunk: string | Buffer) => {
    read += chunk.length;
  });
  content.pause();
  const end = setTimeout(() => content.destroy(new Error('the export took too long')), MAX_TIME).unref();
  const look = setInterval(() => {
    if (read === seen) content.destroy(new Error('nobody reads the export'));
    seen = read;
  }, MAX_PAUSE).unref();
  content.once('close', () => {
    clearTimeout(end);
    clearInterval(look);
  });
}

/** Lets few files be written at a time; the last place is for somebody who has none yet. */
export function createExportPlaces(max: PlaceLimits) {
  /** tenant, or its visitors → files under way */
  const underWay = new Map<string, number>();
  let total = 0;

  /** @throws ApiError 429 when too many are under way @returns gives the place back, once */
  function take({ tenantId, isPublic }: SecurityUser): () => void {
    const owner = isPublic ? `visitors of ${tenantId}` : tenantId;
    const own = underWay.get(owner) ?? 0;
    const places = own > 0 ? max.total - 1 : max.total;
    if (own >= (isPublic ? max.ofVisitors : max.perTenant) || total >= places) {
      throw tooManyRequests('Too many exports are under way. Please try again later.', 5);
    }
    underWay.set(owner, own + 1);
    total++;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      total--;
      const left = (underWay.get(owner) ?? 1) - 1;
      if (left === 0) underWay.delete(owner);
      else underWay.set(owner, left);
    };
  }

  return {
    /**
     * Begins a file, which has its place until it is closed.
     * @throws ApiError 429 when too many are under way, and what `begin` throws
     */
    async run(user: SecurityUser, begin: () => Promise<Readable>): Promise<Readable> {
      const release = take(user);
      try {
        const content = await begin();
        watch(content);
        content.once('close', release);
        return content;
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

export type ExportPlaces = ReturnType<typeof createExportPlaces>;
