import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import {
  type AlarmRuleTryInput,
  type AlarmRuleTryReply,
  alarmRuleTryRoutes,
  MAX_TRIED_FIRINGS,
  MAX_TRIED_PERIOD,
  MAX_TRIED_POINTS,
} from '@signalbox/contract/alarm-rule-try';
import { entityId } from '@signalbox/contract/id';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { requireEntity } from '../../access/require-entity.ts';
import { type AlarmRuleState, initialState, type KnownValue } from '../../alarms/rules/alarm-rule-machine.ts';
import { type CompiledRules, compileRules } from '../../alarms/rules/compile-rules.ts';
import { tryRules } from '../../alarms/rules/try-rules.ts';
import { createFairTurns } from '../../config/fair-turns.ts';
import { callerLeft } from '../../http/caller-left.ts';
import { badRequest, entityNotFound, tooManyRequests } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { BeginBackgroundWork } from '../../storage/background-turns.ts';
import type { Point, TelemetryValue } from '../../values/value.ts';
import type { NodeReads } from '../node-reads.ts';
import { fieldOf } from './device-fields.ts';
import type { DeviceFacts, RuleStateTable } from './rule-state-table.ts';

/** Tries at the same time, of all and of one tenant; more of them wait for their turn. */
const AT_ONCE = 4;
const OF_TENANT = 2;
const WAITING = { perOwner: 20, total: 200 };

/** ms; what the run of one may take */
const PATIENCE = 10_000;

export interface TryAlarmRulesParts {
  /** Shares the thread with those who process messages. */
  begin: BeginBackgroundWork;
  table: Pick<RuleStateTable, 'facts'>;
  reads: Pick<NodeReads, 'attributes' | 'history'>;
  directory: EntityDirectory;
}

/** Tells people when the rules that they are writing would have fired. */
export function createTryAlarmRules({ table, reads, directory, begin }: TryAlarmRulesParts) {
  const refusal = () => tooManyRequests('Too many alarm rules wait to be tried; please try again later');
  const inTurn = createFairTurns(AT_ONCE, { ...WAITING, refusal }, OF_TENANT);

  async function attributesOf(kind: 'CUSTOMER' | 'TENANT', id: string | undefined, keys: ReadonlySet<string>) {
    if (id === undefined || keys.size === 0) return undefined;
    const found = await reads.attributes(entityId(kind, id), 'SERVER_SCOPE', [...keys]);
    return new Map(found.map(({ key, value }): [string, TelemetryValue] => [key, value]));
  }

  /** What the device had at the beginning; attributes have no history, so they are what they are now. */
  async function stateAt(
    rules: CompiledRules,
    id: string,
    facts: DeviceFacts,
    startTs: number,
  ): Promise<AlarmRuleState> {
    const device = entityId('DEVICE', id);
    const values: (KnownValue | undefined)[] = new Array(rules.slotCount).fill(undefined);
    for (const scope of ['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE'] as const) {
      for (const { key, value } of await reads.attributes(device, scope, [...rules.attributes.keys()])) {
        const slot = rules.attributes.get(key);
        if (slot !== undefined) values[slot] = { value, ts: 0, isSeen: false };
      }
    }
    for (const [key, slot] of rules.fields) {
      const value = fieldOf(facts, key);
      if (value) values[slot] = { value, ts: 0, isSeen: false };
    }
    for (const [key, slot] of rules.telemetry) {
      const query = {
        key,
        startTs: 0,
        endTs: startTs,
        limit: 1,
        order: 'DESC',
        aggregation: 'NONE',
        interval: 0,
      } as const;
      const [point] = startTs > 0 ? await reads.history(device, query) : [];
      if (point) values[slot] = { ...point, isSeen: true };
    }
    return { ...initialState(rules), values };
  }

  /** Points of the period, the oldest first, as far as there are not too many. */
  async function pointsOf(
    rules: CompiledRules,
    id: string,
    startTs: number,
    endTs: number,
  ): Promise<{ points: Point[]; end: number }> {
    const keys = [...rules.telemetry.keys()];
    const limit = Math.max(1, Math.floor(MAX_TRIED_POINTS / Math.max(1, keys.length)));
    const points: Point[] = [];
    let end = endTs;
    for (const key of keys) {
      const query = { key, startTs, endTs, limit, order: 'ASC', aggregation: 'NONE', interval: 0 } as const;
      const found = await reads.history(entityId('DEVICE', id), query);
      for (const point of found) points.push({ key, ...point });
      const last = found.at(-1);
      if (found.length === limit && last) end = Math.min(end, last.ts);
    }
    return { points: points.filter(({ ts }) => ts < end).sort((one, other) => one.ts - other.ts), end };
  }

  async function run(
    { deviceId: { id }, rule, startTs, endTs }: AlarmRuleTryInput,
    signal: AbortSignal,
  ): Promise<AlarmRuleTryReply> {
    const facts = await table.facts(id);
    if (!facts) throw entityNotFound('Device', id);
    const rules = compileRules([rule]);
    const { points, end } = await pointsOf(rules, id, startTs, endTs);
    signal.throwIfAborted();
    const [state, customer, tenant] = await Promise.all([
      stateAt(rules, id, facts, startTs),
      attributesOf('CUSTOMER', facts.customerId, rules.customerKeys),
      attributesOf('TENANT', facts.tenantId, rules.tenantKeys),
    ]);
    const period = { points, state, owners: { customer, tenant }, end };
    const bounds = { limit: MAX_TRIED_FIRINGS, patience: PATIENCE, pause: begin(), signal };
    const { firings, until } = await tryRules(rules, period, bounds);
    return { firings, points: until < end ? points.filter(({ ts }) => ts < until).length : points.length, until };
  }

  async function tryAlarmRule(
    user: SecurityUser,
    input: AlarmRuleTryInput,
    signal: AbortSignal,
  ): Promise<AlarmRuleTryReply> {
    const { startTs, endTs, rule } = input;
    await requireEntity(directory, user, input.deviceId, 'READ_TELEMETRY');
    if (endTs <= startTs) throw badRequest("'endTs' must be after 'startTs'");
    if (endTs - startTs > MAX_TRIED_PERIOD) throw badRequest("'endTs' is more than 31 days after 'startTs'");
    requireRules(rule);
    return inTurn(
      user.tenantId,
      async (charge) => {
        const started = performance.now();
        try {
          return await run(input, signal);
        } finally {
          charge(performance.now() - started);
        }
      },
      signal,
    );
  }

  return {
    routes: [
      implement(alarmRuleTryRoutes.tryAlarmRule, ({ user, body, reply }) =>
        tryAlarmRule(user, body, callerLeft(reply)),
      ),
    ] as RouteImplementation[],
  };
}

function requireRules({ createRules }: DeviceProfileAlarm): void {
  if (!Object.values(createRules ?? {}).some(Boolean)) throw badRequest("'rule.createRules' has no rule");
}
