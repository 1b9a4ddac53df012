import { type ChainTryReply, MAX_TRY_SAMPLES, type TraceEffect, type TraceStep } from '@signalbox/contract/recorder';
import type { LoggedMessage } from '../messages/log-search.ts';
import type { StoredRules } from '../rules/chain-source.ts';
import { assumedAnswer, type DryRun, type DryRunThen } from '../rules/dry-run/dry-run.ts';
import type { Traced } from '../rules/dry-run/tracer.ts';
import type { ShowMessage } from './recorded-message.ts';
import { tracerOf } from './traces.ts';

/** How often a message may wait. */
const MAX_WAITS = 30;

export interface Tried {
  tried: ChainTryReply['tried'];
  nodes: ChainTryReply['nodes'];
  different: ChainTryReply['different'];
  samples: ChainTryReply['samples'];
}

export interface TryParts {
  dryRun(tenantId: string, rules: StoredRules, former: DryRunThen): DryRun;
  show: ShowMessage;
  tenantId: string;
  chainId: string;
  draft: StoredRules;
  /** Ids of the nodes of the draft, by their number. */
  nodeIds: readonly string[];
  inForce: StoredRules;
  /** What was so when the first of them came; what they do themselves adds to it. */
  former: DryRunThen;
  /** Oldest first. */
  messages: readonly LoggedMessage[];
}

/** Runs messages through rules with a draft of a chain, and beside it through those in force. */
export async function tryChain(parts: TryParts): Promise<Tried> {
  const { dryRun, show, tenantId, chainId, draft, nodeIds, inForce, messages, former } = parts;
  const draftRun = dryRun(tenantId, draft, former);
  const forceRun = dryRun(tenantId, inForce, former);
  const nodes = nodeIds.map((_, index) => ({ index, entered: 0, failed: 0, relations: new Map<string, number>() }));
  const nodeOf = new Map(nodeIds.map((id, index) => [id, nodes[index]]));
  const samples: Tried['samples'] = [];
  let tried = 0;
  let different = 0;
  try {
    for (const logged of messages) {
      const withDraft = await runToEnd(draftRun, draft, logged);
      const withForce = await runToEnd(forceRun, inForce, logged);
      const isConcerned = ({ steps }: Traced): boolean => steps.some(({ ruleChainId }) => ruleChainId === chainId);
      if (!isConcerned(withDraft) && !isConcerned(withForce)) continue;
      tried++;
      for (const step of withDraft.steps) {
        const node = nodeOf.get(step.ruleNodeId);
        if (!node) continue;
        node.entered++;
        if (step.failure !== null) node.failed++;
        for (const { relation } of step.outputs) node.relations.set(relation, (node.relations.get(relation) ?? 0) + 1);
      }
      const sample = difference(withDraft, withForce);
      if (!sample) continue;
      different++;
      samples.push({ message: await show(logged), ...sample });
      // The newest are kept.
      if (samples.length > MAX_TRY_SAMPLES) samples.shift();
    }
  } finally {
    draftRun.close();
    forceRun.close();
  }
  return {
    tried,
    different,
    nodes: nodes.map(({ relations, ...node }) => ({ ...node, relations: Object.fromEntries(relations) })),
    samples: samples.reverse(),
  };
}

async function runToEnd(run: DryRun, rules: StoredRules, { message }: LoggedMessage): Promise<Traced> {
  const tracer = tracerOf(rules);
  const waiting = [...(await run.run(message, tracer))];
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    const wait = waiting.shift();
    if (!wait) break;
    tracer.continued(wait.step, wait.refusal === null ? 'ASSUMED' : null, null);
    waiting.push(...(await run.resume(assumedAnswer(wait), wait.step, tracer)));
  }
  return tracer.result();
}

type Sample = Omit<Tried['samples'][number], 'message'>;

/** What only one of two runs did; undefined when they did the same. */
function difference(draft: Traced, inForce: Traced): Sample | undefined {
  const ofDraft = effectsOf(draft);
  const ofForce = effectsOf(inForce);
  const [draftFailure, inForceFailure] = [failureOf(draft), failureOf(inForce)];
  const left = new Map<string, number>();
  for (const { key } of ofForce) left.set(key, (left.get(key) ?? 0) + 1);
  const onlyDraft = ofDraft.filter(({ key }) => {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
  const onlyForce = ofForce.filter(({ key }) => {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  });
  if (onlyDraft.length === 0 && onlyForce.length === 0 && draftFailure === inForceFailure) return undefined;
  return {
    draft: onlyDraft.map(({ effect }) => effect),
    inForce: onlyForce.map(({ effect }) => effect),
    draftFailure,
    inForceFailure,
  };
}

function failureOf({ steps, failure }: Traced): string | null {
  return failure ?? steps.find((step) => step.failure !== null)?.failure ?? null;
}

/**
 * Effects with a text that is the same for effects that are the same: how long something waits does not count. Messages
 * that nodes make are not among them: what becomes of them is.
 */
function effectsOf({ steps }: Traced): { effect: TraceEffect; key: string }[] {
  return steps.flatMap(({ effects, nodeName, nodeType }: TraceStep) =>
    effects
      .filter(({ kind }) => kind !== 'MESSAGE')
      .map((effect) => ({
        effect,
        key: JSON.stringify(effect.kind === 'WAIT' ? [effect.for, nodeType, nodeName, effect.sent] : effect),
      })),
  );
}
