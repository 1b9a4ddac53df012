import { MAX_TRACE_STEPS, MAX_TRACE_TEXT } from '@signalbox/contract/recorder';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { entitiesOf, noAlarmRules, noAlarms, readsOf } from '../../../test/node-world.ts';
import { type Message, newMessage } from '../../messages/message.ts';
import { createAddressGuard } from '../../outbound/address-guard.ts';
import { createBackgroundTurns } from '../../storage/background-turns.ts';
import type { AlarmRules } from '../alarm-rules/alarm-rules.ts';
import type { StoredRules } from '../chain-source.ts';
import { CLOUD_ADDRESSES } from '../nodes/external/cloud-addresses.ts';
import { RULE_NODES } from '../nodes/registry.ts';
import type { ScriptEngine } from '../scripts/script-engine.ts';
import { createDryRun, type DryRunParts } from './dry-run.ts';
import { createTracer, type Traced } from './tracer.ts';

const CLASS = 'org.thingsboard.rule.engine.';
const TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const DEVICE = '43e6cd90-e580-11f1-9def-6fbc04ae5d78';

/** A script engine whose scripts return what they are given. */
const scripts: ScriptEngine = {
  compile: async () => ({
    run: async ({ msg, metadata, msgType }) => ({
      json: JSON.stringify({ msg: JSON.parse(msg), metadata, msgType }),
      type: 'object',
    }),
    close: () => undefined,
  }),
  close: async () => undefined,
};

const parts: DryRunParts = {
  begin: createBackgroundTurns(),
  scripts,
  reads: readsOf({}),
  entities: entitiesOf({}),
  addressGuard: createAddressGuard([]),
  cloud: CLOUD_ADDRESSES,
  log: pino({ level: 'silent' }),
  serverName: 'test',
  jsonTypeCast: true,
  maxAhead: 0,
  alarms: noAlarms,
  alarmRules: () => ({ ...noAlarmRules, close: () => undefined }) as unknown as AlarmRules,
  profileOf: async () => undefined,
};

/** Rules of one chain; links are from, to, label. */
function rulesOf(
  nodes: { type: string; configuration?: unknown }[],
  links: [from: number, to: number, label: string][],
): StoredRules {
  return {
    rootChainId: 'chain',
    chains: [{ id: 'chain', name: 'Chain', firstNodeId: 'node-0' }],
    nodes: nodes.map(({ type, configuration = {} }, index) => ({
      id: `node-${index}`,
      ruleChainId: 'chain',
      type: `${CLASS}${type}`,
      name: `Node ${index}`,
      debugMode: false,
      configuration,
    })),
    connections: links.map(([from, to, type]) => ({
      fromNodeId: `node-${from}`,
      toNodeId: `node-${to}`,
      toChainId: null,
      type,
    })),
    profileChains: new Map(),
    maxNodeExecutions: 0,
  };
}

const message = (data: string, more: Partial<Message> = {}): Message =>
  newMessage({
    tenantId: TENANT,
    type: 'POST_TELEMETRY_REQUEST',
    originator: { entityType: 'DEVICE', id: DEVICE },
    data,
    ...more,
  });

async function traceOf(rules: StoredRules, one: Message): Promise<Traced> {
  const run = createDryRun(parts, TENANT, rules);
  const tracer = createTracer((id) => rules.nodes.find((node) => node.id === id)?.type ?? '');
  try {
    await run.run(one, tracer);
  } finally {
    run.close();
  }
  return tracer.result();
}

const SAVE = { type: 'telemetry.TbMsgTimeseriesNode', configuration: { defaultTTL: 0 } };
const SWITCH = { type: 'filter.TbMsgTypeSwitchNode' };
const RELATION = 'Post telemetry';

describe('a dry run', () => {
  test('follows every branch, and knows what came from where', async () => {
    const rules = rulesOf(
      [SWITCH, SAVE, SAVE],
      [
        [0, 1, RELATION],
        [0, 2, RELATION],
      ],
    );
    const { steps } = await traceOf(rules, message('{"a":1}'));
    expect(steps.map(({ nodeName, from, relation }) => [nodeName, from, relation])).toEqual([
      ['Node 0', null, ''],
      ['Node 1', 0, RELATION],
      ['Node 2', 0, RELATION],
    ]);
    expect(steps.slice(1).map(({ effects }) => effects[0]?.kind)).toEqual(['TELEMETRY', 'TELEMETRY']);
  });

  test('ends messages that go round in a circle, as the engine does', async () => {
    const rules = rulesOf(
      [SWITCH, SWITCH],
      [
        [0, 1, RELATION],
        [1, 0, RELATION],
      ],
    );
    const { steps } = await traceOf(rules, message('{}'));
    expect(steps.length).toBeLessThanOrEqual(MAX_TRACE_STEPS);
    expect(steps.some(({ failure }) => failure?.includes('rule nodes'))).toBe(true);
  });

  test('keeps a part of what is too long, and says so', async () => {
    const nodes = Array.from({ length: 60 }, () => SAVE);
    const links = nodes.slice(1).map((_, index): [number, number, string] => [index, index + 1, 'Success']);
    const data = JSON.stringify({ text: 'x'.repeat(1_000_000) });
    const traced = await traceOf(rulesOf(nodes, links), message(data));
    expect(traced.steps).toHaveLength(60);
    expect(traced.isCut).toBe(true);
    expect(JSON.stringify(traced).length).toBeLessThan(2 * MAX_TRACE_TEXT);
    expect(traced.contents[0]).toMatchObject({ size: data.length });
  });

  test('names a node that is unknown or cannot start as the one that fails', async () => {
    const { steps } = await traceOf(rulesOf([{ type: 'nobody.Knows' }], []), message('{}'));
    expect(steps[0]?.failure).toMatch(/no rule node of type/);
    expect(steps[0]?.outputs).toMatchObject([{ relation: 'Failure' }]);
  });

  test('says that there is no chain to begin in', async () => {
    const rules = { ...rulesOf([SAVE], []), rootChainId: undefined };
    const { steps, failure } = await traceOf(rules, message('{}'));
    expect([steps, failure]).toEqual([[], 'No Root Rule Chain available!']);
  });

  test.each(RULE_NODES.map(({ clazz, name }) => [name, clazz] as const))(
    'of %s comes to an end',
    async (_name, clazz) => {
      const rules = rulesOf([{ type: clazz.slice(CLASS.length) }], []);
      const { steps, failure } = await traceOf(rules, message('{"temperature":1}'));
      expect(steps).toHaveLength(1);
      expect(failure).toBeNull();
    },
  );
});
