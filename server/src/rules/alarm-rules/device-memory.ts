import { isActive } from '@signalbox/contract/alarm';
import type { AlarmRuleState, KnownValue } from '../../alarms/rules/alarm-rule-machine.ts';
import type { CompiledRules } from '../../alarms/rules/compile-rules.ts';
import type { LiveBus, LiveChange } from '../../bus/live-bus.ts';
import type { Message } from '../../messages/message.ts';
import { BatchOutdated } from '../../messages/message-log.ts';
import type { MessageEffects } from '../batch-effects.ts';
import type { KeptAlarmRules, StoringBatch } from '../effects/keep-alarm-rules.ts';
import type { DeviceFacts, RuleStateTable, RuleStateWrite, StoredRuleState } from './rule-state-table.ts';

/** Devices of this process that are kept in memory; others are read again when a message of them comes. */
const MAX_DEVICES = 100_000;
/** Devices that are not in memory any more, of which it is known who stores them. */
const MAX_LINEAGES = 10_000;
/** Uses of devices after which one counts as used again, so that not each use moves it. */
const REFRESH = MAX_DEVICES / 10;
/** Changes from elsewhere that are kept for those who read or decide meanwhile; whoever missed more reads again. */
const MAX_CHANGES = 32;

/** What a rule node knows of a device. But for `seen` and `version` never changed, only replaced. */
export interface RememberedRules {
  rules: CompiledRules;
  state: AlarmRuleState;
  /** What is stored with this state. */
  stored: StoredRuleState | undefined;
  /** Whether that may be of rules that are not there any more. */
  isOfFormerRules: boolean;
  /** Changes of others that are in it: `RememberedDevice.changeCount` at that time. */
  seen: number;
  /** What was stored of the device when it was decided: `Lineage.version` at that time. */
  version: number;
  /** Metadata and queue of the newest message that changed something. */
  metadata: Message['metadata'] | undefined;
  queueName: string | null;
}

/**
 * Who stores what nodes know of a device. Its messages come through several queues at the same time, so each says on
 * which version it builds, and one transaction after the other stores the next version.
 */
interface Lineage {
  version: number;
  /** The transaction that stores the next version. */
  storing: StoringBatch | undefined;
}

/** A device in memory. */
export interface RememberedDevice {
  readonly id: string;
  readonly facts: DeviceFacts;
  readonly lineage: Lineage;
  /** Number of the use after which it was last moved to the end of the list. */
  usedAt: number;
  /** It has changed, or is gone: nothing that is known of it counts any more. */
  isOutdated: boolean;
  /** Number of changes from elsewhere so far. */
  changeCount: number;
  /** The newest of them, the oldest first. */
  changes: LiveChange[];
  /** How many are reading its values. */
  readers: number;
  /** rule node id → what it knows, as it is stored */
  readonly nodes: Map<string, RememberedRules>;
}

/** What a message has made a rule node know. */
interface Pending extends KeptAlarmRules {
  device: RememberedDevice;
  nodeId: string;
  /** Id of the message. */
  by: string;
  before: RememberedRules | undefined;
  value: RememberedRules;
}

export interface DeviceMemoryParts {
  table: Pick<RuleStateTable, 'facts'>;
  liveBus: LiveBus;
  /** Called when something has been stored of a device. */
  onWritten?: (device: RememberedDevice, rules: CompiledRules) => void;
}

/**
 * What rule nodes know of devices. It counts for later messages of the same batch at once, and for later batches when it
 * is stored: a batch or message that is tried again finds what was there before. Values and alarms are kept true by what
 * others change.
 */
export function createDeviceMemory({ table, liveBus, onWritten }: DeviceMemoryParts) {
  /** device id → what is known of it; the one that was not used for the longest time first */
  const devices = new Map<string, RememberedDevice>();
  /** device id → lineage of a device that is not in memory, for messages under way; the oldest first */
  const leftLineages = new Map<string, Lineage>();
  let uses = 0;
  /** device id → the read of it in progress */
  const reading = new Map<string, { isOutdated: boolean; device: Promise<RememberedDevice | undefined> }>();
  /** batch → rule node id → device id → what the node knows by now */
  const batches = new WeakMap<object, Map<string, Map<string, Pending>>>();

  function drop(id: string): void {
    const found = reading.get(id);
    if (found) found.isOutdated = true;
    const device = devices.get(id);
    if (!device) return;
    device.isOutdated = true;
    devices.delete(id);
    leftLineages.set(id, device.lineage);
    if (leftLineages.size > MAX_LINEAGES) endLineage();
  }

  /** Forgets the oldest lineage that nobody stores just now: messages that build on it are processed again. */
  function endLineage(): void {
    for (const [id, lineage] of leftLineages) {
      if (lineage.storing) continue;
      lineage.version++;
      leftLineages.delete(id);
      return;
    }
  }

  function onChange(change: LiveChange): void {
    const { entityType, id } = change.entityId;
    if (entityType !== 'DEVICE') return;
    if (change.kind === 'entity' || change.kind === 'timeseriesDeleted') {
      drop(id);
      return;
    }
    const device = devices.get(id);
    if (!device || (device.nodes.size === 0 && device.readers === 0)) return;
    let isNews = change.kind !== 'timeseries' || device.readers > 0;
    for (const [nodeId, known] of device.nodes) {
      const patched = patch(known, change);
      if (patched === known) continue;
      device.nodes.set(nodeId, patched);
      isNews = true;
    }
    // Telemetry that its nodes have seen already is most of what comes here.
    if (!isNews) return;
    device.changeCount++;
    device.changes.push(change);
    if (device.changes.length > MAX_CHANGES) device.changes.shift();
  }
  const stopListening = liveBus.subscribeKinds(
    ['entity', 'attributes', 'attributesDeleted', 'timeseries', 'timeseriesDeleted', 'alarm'],
    onChange,
  );

  /** What is known, with the changes that came since; undefined when too many did. */
  function catchUp(device: RememberedDevice, known: RememberedRules): RememberedRules | undefined {
    const missed = device.changeCount - known.seen;
    if (missed === 0) return known;
    if (missed > device.changes.length) return undefined;
    return { ...device.changes.slice(-missed).reduce(patch, known), seen: device.changeCount };
  }

  function recall(
    device: RememberedDevice,
    nodeId: string,
    message: Message,
    { batch }: MessageEffects,
  ): RememberedRules | undefined {
    const pending = batches.get(batch)?.get(nodeId)?.get(device.id);
    if (!pending || !isSameProfile(pending.device, device)) {
      const known = device.nodes.get(nodeId);
      if (known) {
        // Changes are applied to it as they come.
        known.seen = device.changeCount;
        known.version = device.lineage.version;
      }
      return known;
    }
    const value = pending.by === message.id ? pending.before : pending.value;
    return value && catchUp(device, value);
  }

  function blocker(this: Pending): StoringBatch | undefined {
    return this.device.lineage.storing;
  }

  function reserve(this: Pending, by: StoringBatch): void {
    const { device, value } = this;
    if (device.lineage.version !== value.version) throw new BatchOutdated();
    device.lineage.storing = by;
  }

  function release(this: Pending): void {
    this.device.lineage.storing = undefined;
  }

  /** What was pending is stored, and counts from now on. */
  function isStored(this: Pending): void {
    const { device, nodeId, value, write } = this;
    device.lineage.version++;
    if (write) onWritten?.(device, value.rules);
    if (device.isOutdated) {
      // It may have been read again before this was stored.
      drop(device.id);
      return;
    }
    const current = catchUp(device, value);
    if (current) device.nodes.set(nodeId, current);
    else drop(device.id);
  }

  async function read(id: string, job: { isOutdated: boolean }): Promise<RememberedDevice | undefined> {
    let facts: DeviceFacts | undefined;
    do {
      job.isOutdated = false;
      facts = await table.facts(id);
      // Changed while it was being read.
    } while (job.isOutdated);
    if (!facts) return undefined;
    const device = {
      id,
      facts,
      lineage: leftLineages.get(id) ?? { version: 0, storing: undefined },
      usedAt: uses,
      isOutdated: false,
      changeCount: 0,
      changes: [],
      readers: 0,
      nodes: new Map(),
    };
    leftLineages.delete(id);
    devices.set(id, device);
    if (devices.size > MAX_DEVICES) drop(devices.keys().next().value as string);
    return device;
  }

  return {
    /** The device, when it is in memory. */
    find(id: string): RememberedDevice | undefined {
      const device = devices.get(id);
      if (!device || ++uses - device.usedAt < REFRESH) return device;
      device.usedAt = uses;
      devices.delete(id);
      devices.set(id, device);
      return device;
    },

    /** Reads the device; undefined when it does not exist. */
    load(id: string): Promise<RememberedDevice | undefined> {
      const known = reading.get(id);
      if (known) return known.device;
      const job = { isOutdated: false, device: Promise.resolve<RememberedDevice | undefined>(undefined) };
      job.device = read(id, job).finally(() => reading.delete(id));
      reading.set(id, job);
      return job.device;
    },

    /** What a rule node knows of a device before this message. */
    recall,
    catchUp,

    /** Remembers what a rule node knows after this message, and has it stored with the batch. */
    remember(
      device: RememberedDevice,
      nodeId: string,
      message: Message,
      effects: MessageEffects,
      value: RememberedRules,
      write: RuleStateWrite | undefined,
    ): void {
      const before = recall(device, nodeId, message, effects);
      let ofBatch = batches.get(effects.batch);
      if (!ofBatch) {
        ofBatch = new Map();
        batches.set(effects.batch, ofBatch);
      }
      let ofNode = ofBatch.get(nodeId);
      if (!ofNode) {
        ofNode = new Map();
        ofBatch.set(nodeId, ofNode);
      }
      const ofDevices = ofNode;
      const earlier = ofNode.get(device.id);
      const forget = (): void => {
        if (ofDevices.get(device.id) !== pending) return;
        if (earlier) ofDevices.set(device.id, earlier);
        else ofDevices.delete(device.id);
      };
      const pending: Pending = {
        ...{ device, nodeId, by: message.id, before, value, write },
        ...{ blocker, reserve, release, isStored, forget },
      };
      ofNode.set(device.id, pending);
      effects.keepAlarmRules(pending);
    },

    /** Forgets a device, which is then read again. */
    drop,
    close: stopListening,
  };
}

const isSameProfile = ({ facts: one }: RememberedDevice, { facts: other }: RememberedDevice): boolean =>
  one.profileId === other.profileId && one.tenantId === other.tenantId;

/** What a change from elsewhere makes of what is known: values and alarms, never the progress of rules. */
function patch(known: RememberedRules, change: LiveChange): RememberedRules {
  const { rules, state } = known;
  let values: (KnownValue | undefined)[] | undefined;
  switch (change.kind) {
    case 'timeseries':
      for (const { ts, values: given } of change.points) {
        for (const { key, value } of given) {
          const slot = rules.telemetry.get(key);
          if (slot === undefined) continue;
          const before = (values ?? state.values)[slot];
          if (before && ts <= before.ts) continue;
          values ??= [...state.values];
          values[slot] = { value, ts, isSeen: false };
        }
      }
      break;
    case 'attributes':
      for (const { key, value, lastUpdateTs } of change.entries) {
        const slot = rules.attributes.get(key);
        if (slot === undefined) continue;
        const before = (values ?? state.values)[slot]?.value;
        if (before?.type === value.type && before.value === value.value) continue;
        values ??= [...state.values];
        values[slot] = { value, ts: lastUpdateTs, isSeen: false };
      }
      break;
    case 'attributesDeleted':
      for (const key of change.keys) {
        const slot = rules.attributes.get(key);
        if (slot === undefined || !state.values[slot]) continue;
        values ??= [...state.values];
        values[slot] = undefined;
      }
      break;
    case 'alarm': {
      const at = rules.alarms.findIndex(({ alarmType }) => alarmType === change.alarm.type);
      if (at < 0) return known;
      const { status, severity } = change.alarm;
      const active = change.action !== 'deleted' && isActive(status) ? severity : undefined;
      return state.active[at] === active
        ? known
        : { ...known, state: { ...state, active: state.active.with(at, active) } };
    }
  }
  return values ? { ...known, state: { ...state, values } } : known;
}
