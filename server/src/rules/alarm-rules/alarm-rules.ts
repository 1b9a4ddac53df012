import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import { initialState, type Owners } from '../../alarms/rules/alarm-rule-machine.ts';
import type { CompiledRules } from '../../alarms/rules/compile-rules.ts';
import { decodeProgress, encodeProgress } from '../../alarms/rules/rule-state-codec.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import type { Message } from '../../messages/message.ts';
import type { TelemetryValue } from '../../values/value.ts';
import type { MessageEffects } from '../batch-effects.ts';
import type { NodeReads } from '../node-reads.ts';
import { currentAttributes, currentLatest } from '../nodes/current-values.ts';
import { fieldOf } from './device-fields.ts';
import { createDeviceMemory, type RememberedDevice, type RememberedRules } from './device-memory.ts';
import type { DurationTimers } from './duration-timers.ts';
import { createOwnerAttributes } from './owner-attributes.ts';
import { createProfileRules } from './profile-rules.ts';
import type { RuleStateTable } from './rule-state-table.ts';

/** Everything that is needed to evaluate the rules of a device for a message. */
export interface ReadyDevice {
  device: RememberedDevice;
  rules: CompiledRules;
  known: RememberedRules;
  owners: Owners;
  /** Whether it has just been read, and is not remembered yet. */
  isNew: boolean;
}

/** Why there is nothing to evaluate: the tenant has no such device, nobody has it, or its profile has no rules. */
export type NothingToEvaluate = 'foreign' | 'unknown' | 'no rules';

export interface AlarmRulesParts {
  table: Pick<RuleStateTable, 'facts' | 'profiles' | 'wakeProfile' | 'wakeDevices'>;
  reads: NodeReads;
  timers: Pick<DurationTimers, 'wake' | 'looked'>;
  liveBus: LiveBus;
  log: Logger;
}

const NO_OWNERS: Owners = { customer: undefined, tenant: undefined };
/** ms until those that wait for changed rules are told once more, when that failed. */
const RETRY_DELAY = 1_000;
const SCOPES = ['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE'] as const;

/** What rule nodes that evaluate the alarm rules of profiles have in common in this process. */
export function createAlarmRules({ table, reads, timers, liveBus, log }: AlarmRulesParts) {
  const profiles = createProfileRules({ table, liveBus, log, onChange: (profileId) => wakeAll(profileId) });
  const memory = createDeviceMemory({ table, liveBus, onWritten });
  /** Profiles whose devices could not be told. */
  const failed = new Set<string>();
  /** Devices of which something was stored that rules of before have decided. */
  let outdated = new Set<string>();
  let isClosed = false;

  /** Has the rules of all devices of a profile that wait looked at again. */
  function wakeAll(profileId: string): void {
    wake(
      (now) => table.wakeProfile(profileId, now),
      () => {
        if (failed.has(profileId)) return;
        failed.add(profileId);
        setTimeout(() => {
          failed.delete(profileId);
          wakeAll(profileId);
        }, RETRY_DELAY).unref();
      },
    );
  }

  /** What is stored while the rules of a profile change may come after those that wait were told of the change. */
  function onWritten({ id, facts: { tenantId, profileId } }: RememberedDevice, rules: CompiledRules): void {
    if (profiles.isCurrent(tenantId, profileId, rules)) return;
    outdated.add(id);
    if (outdated.size === 1) setImmediate(wakeOutdated);
  }

  function wakeOutdated(): void {
    const ids = outdated;
    outdated = new Set();
    wake(
      (now) => table.wakeDevices([...ids], now),
      () => {
        for (const id of ids) outdated.add(id);
        setTimeout(wakeOutdated, RETRY_DELAY).unref();
      },
    );
  }

  function wake(make: (now: number) => Promise<void>, again: () => void): void {
    if (isClosed) return;
    const now = Date.now();
    make(now).then(
      () => timers.wake(now),
      (error: unknown) => {
        if (isClosed) return;
        log.warn({ err: error }, 'devices that wait for changed alarm rules were not told; trying again');
        again();
      },
    );
  }

  const attributesOf = createOwnerAttributes(reads, liveBus);

  function ownersOf(
    { id, facts }: RememberedDevice,
    { customerKeys, tenantKeys }: CompiledRules,
    effects: MessageEffects,
  ): Owners | Promise<Owners> {
    if (customerKeys.size === 0 && tenantKeys.size === 0) return NO_OWNERS;
    const { tenantId } = facts;
    const customerId = effects.unstoredCustomer(id) ?? facts.customerId;
    const customer =
      customerKeys.size > 0 && customerId && customerId !== NULL_UUID
        ? attributesOf.of(entityId('CUSTOMER', customerId), customerKeys, effects.unstored)
        : undefined;
    const tenant =
      tenantKeys.size > 0 ? attributesOf.of(entityId('TENANT', tenantId), tenantKeys, effects.unstored) : undefined;
    if (!(customer instanceof Promise) && !(tenant instanceof Promise)) return { customer, tenant };
    return Promise.all([customer, tenant]).then(([ofCustomer, ofTenant]) => ({
      customer: ofCustomer,
      tenant: ofTenant,
    }));
  }

  /** Reads what the rules look at; undefined when too much has changed meanwhile. */
  async function readState(
    device: RememberedDevice,
    rules: CompiledRules,
    nodeId: string,
    { tenantId, originator }: Message,
    effects: MessageEffects,
    before: RememberedRules | undefined,
  ): Promise<RememberedRules | undefined> {
    const seen = device.changeCount;
    const version = before?.version ?? device.lineage.version;
    device.readers++;
    try {
      const [latest, attributes, alarms] = await Promise.all([
        currentLatest(reads, effects, originator, [...rules.telemetry.keys()]),
        Promise.all(
          SCOPES.map((scope) => currentAttributes(reads, effects, originator, scope, [...rules.attributes.keys()])),
        ),
        Promise.all(rules.alarms.map(({ alarmType: type }) => effects.alarms.active({ tenantId, originator, type }))),
      ]);
      const state = { ...initialState(rules), values: new Array(rules.slotCount).fill(undefined) };
      const set = (slot: number | undefined, value: TelemetryValue, ts: number): void => {
        if (slot !== undefined) state.values[slot] = { value, ts, isSeen: false };
      };
      for (const { key, value, ts } of latest) {
        set(rules.telemetry.get(key), value, ts);
        state.ts = Math.max(state.ts, ts);
      }
      for (const { key, value } of attributes.flat()) set(rules.attributes.get(key), value, 0);
      for (const [key, slot] of rules.fields) {
        const value = fieldOf(device.facts, key);
        if (value) set(slot, value, 0);
      }
      const stored = before ? before.stored : device.facts.states.get(nodeId);
      const progress = before ? encodeProgress(before.rules, before.state.progress) : (stored?.progress ?? '');
      const known: RememberedRules = {
        rules,
        seen,
        version,
        stored,
        isOfFormerRules: stored !== undefined,
        metadata: before?.metadata,
        queueName: before?.queueName ?? null,
        state: {
          ...state,
          ts: before?.state.ts ?? state.ts,
          progress: decodeProgress(rules, progress),
          active: alarms.map((alarm) => alarm?.severity),
          // Rules that have changed are looked at as soon as time passes.
          due: before ? 0 : stored?.due,
        },
      };
      return memory.catchUp(device, known);
    } finally {
      device.readers--;
    }
  }

  return {
    /** What is known at once; undefined when something has to be read first. */
    find(nodeId: string, message: Message, effects: MessageEffects): ReadyDevice | NothingToEvaluate | undefined {
      const ofTenant = profiles.of(message.tenantId);
      if (ofTenant instanceof Promise) return undefined;
      if (ofTenant.size === 0) return 'no rules';
      const device = memory.find(message.originator.id);
      if (!device) return undefined;
      if (device.facts.tenantId !== message.tenantId) return 'foreign';
      const rules = ofTenant.get(device.facts.profileId);
      if (!rules) return 'no rules';
      const known = memory.recall(device, nodeId, message, effects);
      if (known?.rules !== rules) return undefined;
      const owners = ownersOf(device, rules, effects);
      return owners instanceof Promise ? undefined : { device, rules, known, owners, isNew: false };
    },

    /** The same with all that has to be read. */
    async read(nodeId: string, message: Message, effects: MessageEffects): Promise<ReadyDevice | NothingToEvaluate> {
      const { id } = message.originator;
      for (;;) {
        const ofTenant = await profiles.of(message.tenantId);
        if (ofTenant.size === 0) return 'no rules';
        const device = memory.find(id) ?? (await memory.load(id));
        if (!device) return 'unknown';
        if (device.facts.tenantId !== message.tenantId) return 'foreign';
        const rules = ofTenant.get(device.facts.profileId);
        if (!rules) return 'no rules';
        const owners = await ownersOf(device, rules, effects);
        const recalled = memory.recall(device, nodeId, message, effects);
        const known =
          recalled?.rules === rules ? recalled : await readState(device, rules, nodeId, message, effects, recalled);
        // Whatever has changed while it was being read is read again.
        if (known && !device.isOutdated && profiles.of(message.tenantId) === ofTenant) {
          return { device, rules, known, owners, isNew: known !== recalled };
        }
      }
    },

    remember: memory.remember,

    /** A node has looked at a device because its time had come. */
    looked: timers.looked,

    close(): void {
      isClosed = true;
      profiles.close();
      memory.close();
      attributesOf.close();
    },
  };
}
export type AlarmRules = ReturnType<typeof createAlarmRules>;
