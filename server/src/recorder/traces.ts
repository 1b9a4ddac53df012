import type { Trace } from '@signalbox/contract/recorder';
import { keyText } from '../alarms/alarm-store.ts';
import type { LoggedMessage, LogSearch } from '../messages/log-search.ts';
import type { Message } from '../messages/message.ts';
import type { StoredRules } from '../rules/chain-source.ts';
import { assumedAnswer, type DryRun, type DryRunThen } from '../rules/dry-run/dry-run.ts';
import type { DryWait } from '../rules/dry-run/recorded-effects.ts';
import { createTracer, type Tracer } from '../rules/dry-run/tracer.ts';
import { placeText, type ShowMessage } from './recorded-message.ts';

/** ms after the wait began, or after the delay, within which a message is looked for that has gone on. */
const CONTINUED_WITHIN = 600_000;
/** ms; what a search for one may take */
const PATIENCE = 700;
/** ms; what runs of earlier messages may take */
const EARLIER_PATIENCE = 5_000;
/** How often a message may wait. */
const MAX_WAITS = 30;

export interface TraceParts {
  search: Pick<LogSearch, 'find'>;
  dryRun(tenantId: string, rules: StoredRules, former: DryRunThen): DryRun;
  show: ShowMessage;
}

export interface TraceOptions {
  /** chain id → number of its version, where it is known. */
  versions: ReadonlyMap<string, number>;
  former: DryRunThen;
  /** Messages that have run after the time of `former` and before this one, the oldest first. */
  earlier: readonly LoggedMessage[];
  /** Whether what waits for somebody goes on as if that had succeeded; else as it did then. */
  assumesAnswers: boolean;
}

/** A trace without what became of the message otherwise. */
export type TracedMessage = Omit<Trace, 'setAside' | 'waiting' | 'laterRuns'>;

/** A trace, and how many alarms earlier messages have raised since `former`; alarm key → number. */
export interface TraceAfter {
  trace: TracedMessage;
  raisedBefore: ReadonlyMap<string, number>;
}

/** A tracer of rules that names the classes of their nodes. */
export function tracerOf(rules: StoredRules): Tracer {
  const types = new Map(rules.nodes.map((node) => [node.id, node.type]));
  return createTracer((nodeId) => types.get(nodeId) ?? '');
}

/** Runs a message of the log again, to its end, without doing anything. */
export async function traceMessage(
  { search, dryRun, show }: TraceParts,
  logged: LoggedMessage,
  rules: StoredRules,
  { versions, former, earlier, assumesAnswers }: TraceOptions,
): Promise<TraceAfter> {
  const { message, createdTime } = logged;
  const run = dryRun(message.tenantId, rules, former);
  const tracer = tracerOf(rules);
  let raisedBefore: ReadonlyMap<string, number>;
  try {
    raisedBefore = await runEarlier(run, rules, earlier);
    const waiting = (await run.run(message, tracer)).map((wait) => ({ wait, since: createdTime }));
    /** Places of messages that went on. */
    const taken = new Set<string>();
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      const next = waiting.shift();
      if (!next) break;
      const { wait, since } = next;
      if (assumesAnswers) {
        tracer.continued(wait.step, wait.refusal === null ? 'ASSUMED' : null, null);
        const more = await run.resume(assumedAnswer(wait), wait.step, tracer);
        waiting.push(...more.map((one) => ({ wait: one, since })));
        continue;
      }
      for (const later of await continuationsOf(search, message, wait, since)) {
        const place = placeText(later.place);
        if (taken.has(place)) continue;
        taken.add(place);
        tracer.continued(wait.step, 'LATER', later.createdTime);
        const more = await run.resume(later.message, wait.step, tracer);
        waiting.push(...more.map((one) => ({ wait: one, since: later.createdTime })));
      }
    }
  } finally {
    run.close();
  }
  const { steps, ...rest } = tracer.result();
  const seen = new Set(steps.map(({ ruleChainId }) => ruleChainId));
  const chains = rules.chains
    .filter(({ id }) => seen.has(id))
    .map(({ id, name }) => ({ id, name, version: versions.get(id) ?? null }));
  return { trace: { message: await show(logged), chains, steps, ...rest }, raisedBefore };
}

/** Runs what came before, so that the message finds what it has found then. */
async function runEarlier(
  run: DryRun,
  rules: StoredRules,
  earlier: readonly LoggedMessage[],
): Promise<Map<string, number>> {
  const raised = new Map<string, number>();
  const end = performance.now() + EARLIER_PATIENCE;
  for (const { message } of earlier) {
    if (performance.now() > end) break;
    const tracer = tracerOf(rules);
    await run.run(message, tracer);
    for (const { effects } of tracer.result().steps) {
      for (const effect of effects) {
        if (effect.kind !== 'ALARM' || effect.change !== 'CREATED') continue;
        const key = keyText({ originatorId: effect.originator.id, type: effect.type });
        raised.set(key, (raised.get(key) ?? 0) + 1);
      }
    }
  }
  return raised;
}

/** What went on of a message behind the node at which it waited: one for each output of the node. */
async function continuationsOf(
  search: Pick<LogSearch, 'find'>,
  { id, sourceId = id, tenantId }: Message,
  { next, until }: DryWait,
  since: number,
): Promise<LoggedMessage[]> {
  // The delay may have been another one then: the node computed it from the clock.
  const from = until === null ? since : Math.max(since, until - CONTINUED_WITHIN);
  const { found } = await search.find({
    originatorId: next.originator.id,
    mentions: [sourceId, next.ruleNodeId ?? ''],
    accept: (one) =>
      one.tenantId === tenantId &&
      one.ruleNodeId === next.ruleNodeId &&
      one.relation !== undefined &&
      (one.sourceId ?? one.id) === sourceId,
    from,
    until: (until ?? since) + CONTINUED_WITHIN,
    order: 'oldest first',
    limit: 1,
    patience: PATIENCE,
  });
  return found;
}
