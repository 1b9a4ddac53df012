import type { EventStore, NewEvent } from '../events/event-store.ts';
import type { Message } from '../messages/message.ts';
import { type FailedMessage, type LogPlace, setAside } from '../messages/set-aside.ts';
import type { ChainCall, DeviceRpc } from '../rpc/device-rpc.ts';
import type { UnitOfWork } from '../storage/transaction.ts';
import type { TelemetryService, TimeseriesWrite } from '../telemetry/telemetry-service.ts';
import type { AttributeScope } from '../values/attribute.ts';
import type { KeyValue } from '../values/value.ts';
import type { MessageEffects } from './nodes/define-rule-node.ts';

interface AttributesWrite {
  tenantId: string;
  entityId: Message['originator'];
  scope: AttributeScope;
  notifyDevice: boolean;
  /** key → newest value */
  entries: Map<string, KeyValue>;
}

/** What messages have caused so far. */
export interface BatchEffects extends MessageEffects {
  /** An event that is stored with the effects: once, however often the batch is tried. */
  addEvent(event: NewEvent): void;
  /** A message that failed for good. */
  setAside(failed: FailedMessage): void;
  /** Takes over what other messages have caused. */
  absorb(other: BatchEffects): void;
  /** Messages that nodes have made, taken out; they belong to the same batch. */
  takeEnqueued(): Message[];
  /** True when there is nothing to store and nothing to do after the commit. */
  empty(): boolean;
  store(unit: UnitOfWork, place: LogPlace): Promise<void>;
  /** Everything that was gathered, for `absorb`. */
  readonly gathered: Gathered;
}

interface Gathered {
  series: TimeseriesWrite[];
  attributes: AttributesWrite[];
  calls: ChainCall[];
  events: NewEvent[];
  failed: FailedMessage[];
  afterCommit: (() => void)[];
  enqueued: Message[];
}

/** Where effects are stored. */
export interface EffectStores {
  telemetry: TelemetryService;
  deviceRpc: Pick<DeviceRpc, 'send'>;
  events: Pick<EventStore, 'store'>;
}

export function createBatchEffects({ telemetry, deviceRpc, events }: EffectStores): BatchEffects {
  const gathered: Gathered = {
    series: [],
    attributes: [],
    calls: [],
    events: [],
    failed: [],
    afterCommit: [],
    enqueued: [],
  };
  /** entity and scope → its newest write */
  const newestAttributes = new Map<string, AttributesWrite>();

  const effects: BatchEffects = {
    gathered,
    saveTimeseries({ tenantId, originator }, points, ttlSeconds) {
      gathered.series.push({ tenantId, entityId: originator, points, ttlSeconds });
    },
    saveAttributes({ tenantId, originator }, scope, entries, notifyDevice) {
      const place = `${scope}${originator.id}`;
      let write = newestAttributes.get(place);
      if (write?.notifyDevice !== notifyDevice) {
        write = { tenantId, entityId: originator, scope, notifyDevice, entries: new Map() };
        newestAttributes.set(place, write);
        gathered.attributes.push(write);
      }
      for (const entry of entries) write.entries.set(entry.key, entry);
    },
    callDevice: (request, next) => void gathered.calls.push({ request, next }),
    enqueue: (message) => void gathered.enqueued.push(message),
    afterCommit: (action) => void gathered.afterCommit.push(action),
    addEvent: (event) => void gathered.events.push(event),
    setAside: (failed) => void gathered.failed.push(failed),
    absorb({ gathered: other }) {
      gathered.series.push(...other.series);
      gathered.calls.push(...other.calls);
      gathered.events.push(...other.events);
      gathered.failed.push(...other.failed);
      gathered.afterCommit.push(...other.afterCommit);
      gathered.enqueued.push(...other.enqueued);
      for (const { tenantId, entityId, scope, notifyDevice, entries } of other.attributes) {
        effects.saveAttributes({ tenantId, originator: entityId }, scope, [...entries.values()], notifyDevice);
      }
    },
    takeEnqueued() {
      const taken = gathered.enqueued;
      gathered.enqueued = [];
      return taken;
    },
    empty: () =>
      gathered.series.length === 0 &&
      gathered.attributes.length === 0 &&
      gathered.calls.length === 0 &&
      gathered.events.length === 0 &&
      gathered.failed.length === 0 &&
      gathered.afterCommit.length === 0,
    async store(unit, place) {
      if (gathered.series.length > 0) await telemetry.saveTimeseriesBatch(unit, gathered.series);
      for (const { entries, ...write } of gathered.attributes) {
        await telemetry.saveAttributes({ unit, ...write, entries: [...entries.values()] });
      }
      if (gathered.events.length > 0) await events.store(unit, gathered.events);
      if (gathered.failed.length > 0) await setAside(unit.client, place, gathered.failed);
      for (const action of gathered.afterCommit) unit.afterCommit(action);
      // Last: calls go out after everything that was to be done before them.
      if (gathered.calls.length > 0) await deviceRpc.send(unit, gathered.calls);
    },
  };
  return effects;
}
