import type { EntityId } from '@signalbox/contract/id';
import type { EntityDirectory, EntitySummary } from '../access/entity-directory.ts';
import { createBatchLoader } from '../storage/batch-loader.ts';
import type { AlarmRecord } from './alarm-record.ts';
import { type AlarmKey, type AlarmStore, keyText } from './alarm-store.ts';

const UUID_LENGTH = 36;

/** What those who decide about alarms have to know: many who ask at the same moment share a query. */
export interface AlarmReader {
  /** The active alarm of a type and originator. */
  active(key: AlarmKey): Promise<AlarmRecord | undefined>;
  byId(id: string): Promise<AlarmRecord | undefined>;
  originator(id: EntityId): Promise<EntitySummary | undefined>;
}

export function createAlarmReader(
  store: Pick<AlarmStore, 'activeOf' | 'findByIds'>,
  directory: EntityDirectory,
): AlarmReader {
  const active = createBatchLoader<AlarmRecord>((keys) =>
    store.activeOf(keys.map((key) => ({ originatorId: key.slice(0, UUID_LENGTH), type: key.slice(UUID_LENGTH + 1) }))),
  );
  const byId = createBatchLoader<AlarmRecord>(
    async (ids) => new Map((await store.findByIds(ids)).map((record) => [record.alarm.id.id, record])),
  );
  return {
    active: (key) => active(keyText(key)),
    byId,
    originator: (id) => directory.find(id),
  };
}
