import type { LiveBus } from '../bus/live-bus.ts';
import { createTenantChanges } from '../storage/tenant-changes.ts';
import type { AlarmFilter } from './alarm-filter.ts';

/** What is slow to find for this many entities, or takes this many ms, is taken for right for a while. */
const MANY = 1_000;
const SLOW = 30;
/** So many times as long as it took, ms at most. */
const REST = 10;
const LATELY = 10_000;
/** Results that are remembered of a list of entities. */
const MAX_RESULTS = 100;

/** Tells whether alarms of a tenant have changed, or entities that alarms may go with. */
export function createAlarmVersions(liveBus: LiveBus) {
  const changes = createTenantChanges();
  let ofAll = 0;
  liveBus.subscribeKinds(['alarm', 'entity'], ({ tenantId }) => {
    changes.note(tenantId);
  });
  return {
    of: (tenantId: string): string => `${changes.of(tenantId)} ${ofAll}`,
    /** To be called when alarms of any tenant may have changed, and nothing tells which. */
    noteAny: (): void => void ofAll++,
  };
}

export type AlarmVersions = ReturnType<typeof createAlarmVersions>;

/**
 * The name under which is remembered how many alarms of some entities there are: the same for ten seconds where many
 * entities are asked for the alarms since a time that moves on.
 * @param question what is asked besides
 * @returns undefined when it is not worth remembering
 */
export function nameOfCount(
  entities: number,
  { startTime, ...filter }: AlarmFilter,
  ...question: readonly unknown[]
): string | undefined {
  const isMoving = startTime !== undefined && filter.endTime === undefined;
  if (isMoving && entities < MANY) return undefined;
  return JSON.stringify([isMoving ? Math.floor(startTime / LATELY) : startTime, isMoving, filter, ...question]);
}

/**
 * What was found about the alarms of lists of entities, until alarms of the tenant change; what took long to find for
 * many entities, for a while in spite of it. It goes with its list.
 */
export function createRememberedAlarms(versions: Pick<AlarmVersions, 'of'>) {
  const known = new WeakMap<object, Map<string, { value: Promise<unknown>; version: string; until: number }>>();

  /** @param name the same for the same question */
  return async function remember<T>(
    { entityIds, tenantId }: { entityIds: readonly string[]; tenantId: string },
    name: string,
    find: () => Promise<T>,
  ): Promise<T> {
    const results = known.get(entityIds) ?? new Map();
    known.set(entityIds, results);
    const version = versions.of(tenantId);
    const before = results.get(name);
    if (before && (before.version === version || performance.now() < before.until)) return before.value;
    const started = performance.now();
    const result = { value: find(), version, until: 0 };
    if (results.size >= MAX_RESULTS) results.clear();
    results.set(name, result);
    try {
      const value = await result.value;
      const ended = performance.now();
      const took = ended - started;
      if (entityIds.length >= MANY && took >= SLOW) result.until = ended + Math.min(LATELY, took * REST);
      return value;
    } catch (error) {
      results.delete(name);
      throw error;
    }
  };
}
