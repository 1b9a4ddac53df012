import type { Message } from '../messages/message.ts';
import type { UnitOfWork } from '../storage/transaction.ts';
import type { AttributeScope } from '../telemetry/attribute-store.ts';
import type { TelemetryService, TimeseriesWrite } from '../telemetry/telemetry-service.ts';
import type { KeyValue } from '../telemetry/value.ts';
import type { MessageEffects } from './nodes/define-rule-node.ts';

interface AttributesWrite {
  tenantId: string;
  entityId: Message['originator'];
  scope: AttributeScope;
  notifyDevice: boolean;
  /** key → newest value */
  entries: Map<string, KeyValue>;
}

/** What a batch of messages has caused so far. */
export interface BatchEffects extends MessageEffects {
  /** Messages that nodes have made, taken out; they belong to the same batch. */
  takeEnqueued(): Message[];
  /** True when there is nothing to store and nothing to do after the commit. */
  empty(): boolean;
  store(unit: UnitOfWork): Promise<void>;
}

export function createBatchEffects(telemetry: TelemetryService): BatchEffects {
  const series: TimeseriesWrite[] = [];
  const attributes: AttributesWrite[] = [];
  /** entity and scope → its newest write */
  const newestAttributes = new Map<string, AttributesWrite>();
  const afterCommit: (() => void)[] = [];
  let enqueued: Message[] = [];

  return {
    saveTimeseries({ tenantId, originator }, points, ttlSeconds) {
      series.push({ tenantId, entityId: originator, points, ttlSeconds });
    },
    saveAttributes({ tenantId, originator }, scope, entries, notifyDevice) {
      const place = `${scope}${originator.id}`;
      let write = newestAttributes.get(place);
      if (write?.notifyDevice !== notifyDevice) {
        write = { tenantId, entityId: originator, scope, notifyDevice, entries: new Map() };
        newestAttributes.set(place, write);
        attributes.push(write);
      }
      for (const entry of entries) write.entries.set(entry.key, entry);
    },
    enqueue: (message) => void enqueued.push(message),
    afterCommit: (action) => void afterCommit.push(action),
    takeEnqueued() {
      const taken = enqueued;
      enqueued = [];
      return taken;
    },
    empty: () => series.length === 0 && attributes.length === 0 && afterCommit.length === 0,
    async store(unit) {
      if (series.length > 0) await telemetry.saveTimeseriesBatch(unit, series);
      for (const { entries, ...write } of attributes) {
        await telemetry.saveAttributes({ unit, ...write, entries: [...entries.values()] });
      }
      for (const action of afterCommit) unit.afterCommit(action);
    },
  };
}
