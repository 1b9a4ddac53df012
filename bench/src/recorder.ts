/**
 * Measures what the recorder costs the rule engine: `node bench/src/recorder.ts` prints JSON. Two engines run the same
 * messages in turn, one of them without the places at which a walk can be followed, which are all that the recorder has
 * in the engine. They take turns every few milliseconds, so whatever else the machine does slows down both. Times are of
 * the processor; each ratio is that of two turns next to each other.
 */
import module from 'node:module';
import pino from 'pino';
import { newMessage } from '../../server/src/messages/message.ts';
import type { ScriptEngine } from '../../server/src/rules/scripts/script-engine.ts';
import type { UnitOfWork } from '../../server/src/storage/transaction.ts';
import { createUsageMeter } from '../../server/src/usage/usage-meter.ts';
import { partsOfEngine, rootChainSource } from './lib/rule-engine.ts';

type EngineModule = typeof import('../../server/src/rules/rule-engine.ts');

const ROUNDS = 400;
const WARM_UP = 40;
const MESSAGES = 500;
const BATCHES_OF_ROUND = 10;
const TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const BARE = '?without-recorder';
/** The places in walk.ts at which somebody may follow. */
const HOOKS = [/^ *parts\.observer\?\.enter\(.*\);\n/m, /^ *observer\?\.output\(.*\);\n/m];

module.registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const isBare = context.parentURL?.endsWith(BARE) && specifier === './walk.ts';
    return isBare ? { ...resolved, url: `${resolved.url}${BARE}` } : resolved;
  },
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(`walk.ts${BARE}`)) return loaded;
    let source = String(loaded.source);
    for (const hook of HOOKS) {
      if (!hook.test(source)) throw new Error(`walk.ts has no ${hook} any more`);
      source = source.replace(hook, '');
    }
    return { ...loaded, source };
  },
});

const noScripts: ScriptEngine = {
  compile: () => Promise.reject(new Error('There are no scripts')),
  close: async () => undefined,
};
const unit: UnitOfWork = {
  client: undefined as never,
  beforeCommit: () => undefined,
  afterCommit: () => undefined,
  afterRollback: () => undefined,
};

const messages = Array.from({ length: MESSAGES }, (_, n) =>
  newMessage({
    tenantId: TENANT,
    type: 'POST_TELEMETRY_REQUEST',
    originator: { entityType: 'DEVICE', id: `43e6cd90-e580-11f1-9def-${String(n).padStart(12, '0')}` },
    metadata: { deviceName: `Device ${n}`, deviceType: 'default', ts: String(Date.now()) },
    data: `{"temperature":${20 + (n % 100) / 10},"humidity":${n % 90},"pressure":${1000 + (n % 30)},"on":${n % 7 === 0}}`,
  }),
);

/** @returns runs the messages a few times, and the µs of processor time that each took */
async function engineOf(query: string): Promise<() => Promise<number>> {
  const { createRuleEngine } = (await import(`../../server/src/rules/rule-engine.ts${query}`)) as EngineModule;
  const usage = createUsageMeter(() => undefined);
  let stored = 0;
  const engine = createRuleEngine(
    partsOfEngine({
      ...{ source: rootChainSource(false), usage, scripts: noScripts, log: pino({ level: 'error' }) },
      messageLog: { append: async () => undefined },
      onStored(writes) {
        stored += writes;
      },
    }),
  );
  return async () => {
    stored = 0;
    const before = process.cpuUsage();
    for (let batch = 0; batch < BATCHES_OF_ROUND; batch++) {
      const store = await engine.consume({ partition: 0, batch, messages });
      await store?.(unit);
    }
    const { user, system } = process.cpuUsage(before);
    if (stored !== MESSAGES * BATCHES_OF_ROUND) throw new Error(`The engine has stored ${stored} messages`);
    return (user + system) / (MESSAGES * BATCHES_OF_ROUND);
  };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  return Math.round(value * 10_000) / 10_000;
}

const withRecorder = await engineOf('');
const without = await engineOf(BARE);
const times: { recorder: number[]; bare: number[]; ratios: number[] } = { recorder: [], bare: [], ratios: [] };
for (let round = -WARM_UP; round < ROUNDS; round++) {
  // Who comes first has the garbage of the other.
  const isFirst = round % 2 === 0;
  const first = await (isFirst ? withRecorder : without)();
  const second = await (isFirst ? without : withRecorder)();
  if (round < 0) continue;
  const [recorder, bare] = isFirst ? [first, second] : [second, first];
  times.recorder.push(recorder);
  times.bare.push(bare);
  times.ratios.push(recorder / bare);
}
console.log(
  JSON.stringify(
    {
      microsecondsPerMessage: quantile(times.recorder, 0.5),
      withoutRecorder: quantile(times.bare, 0.5),
      ratio: quantile(times.ratios, 0.5),
      ratioOfQuarters: [quantile(times.ratios, 0.25), quantile(times.ratios, 0.75)],
      rounds: ROUNDS,
    },
    undefined,
    2,
  ),
);
process.exit(0);
