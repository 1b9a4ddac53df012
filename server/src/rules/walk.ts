import { FAILURE } from '@signalbox/contract/rule-nodes/define-rule-node';
import { isTransient } from '../config/transient-error.ts';
import type { Message } from '../messages/message.ts';
import { randomUuid } from '../storage/ids.ts';
import { COUNTER, type TenantUsage } from '../usage/usage-meter.ts';
import type { BatchEffects } from './batch-effects.ts';
import type { RunningNode, Target, TenantRules } from './connect-rules.ts';
import { type DebugEvents, describeError } from './debug-events.ts';
import { ACKNOWLEDGED, isList, type NodeOutput, type NodeResult } from './nodes/define-rule-node.ts';
import { ScriptTooSlow } from './scripts/script-engine.ts';
import { parkSlowScript } from './slow-scripts.ts';

/** Called when a message fails for good because no connection takes its failure. */
export type FailedMessage = (message: Message, reason: string, node?: RunningNode) => void;

export interface WalkParts {
  rules: TenantRules;
  effects: BatchEffects;
  debug: DebugEvents;
  failed: FailedMessage;
  /** Counts the nodes that run. */
  usage: TenantUsage;
}

/** A node and the message that it handles next. */
interface Step {
  node: RunningNode;
  message: Message;
  /** Relation along which the message came; empty at the start of a chain. */
  relation: string;
}

/** Maximum number of nodes a message may run if the tenant has no limit; only loops reach it. */
const LOOP_LIMIT = 1_000;
/** Maximum number of copies made of one message. */
const MAX_BRANCHES = 10_000;

/**
 * Walks a message through the chains of its tenant, branch by branch, until every branch has ended: the message is then
 * processed. Returns a promise only when a node returned one.
 */
export function walk(parts: WalkParts, message: Message, chainId: string | undefined): Promise<void> | undefined {
  /** The next step comes last. */
  const steps: Step[] = [];
  begin(parts, steps, message, chainId);
  return run(parts, steps);
}

/** Finds the first step: the node that the message names, or the first of the chain. */
function begin(parts: WalkParts, steps: Step[], message: Message, chainId: string | undefined): void {
  const { rules, failed } = parts;
  if (message.ruleNodeId !== null) {
    // A message whose node is gone ends here.
    const node = rules.nodes.get(message.ruleNodeId);
    if (!node) return;
    if (message.relation === undefined) steps.push({ node, message, relation: '' });
    else emit(parts, steps, node, message, message.relation, failureOf(message));
    return;
  }
  if (chainId === undefined) {
    failed(message, 'No Root Rule Chain available!');
    return;
  }
  const chain = rules.chains.get(chainId);
  if (chain) chain.counter.messagesProcessed++;
  const first = chain?.first;
  if (first) steps.push({ node: first, message, relation: '' });
}

function run(parts: WalkParts, steps: Step[]): Promise<void> | undefined {
  let taken = 0;
  for (let step = steps.pop(); step; step = steps.pop()) {
    if (++taken > MAX_BRANCHES) {
      parts.failed(step.message, `The message became more than ${MAX_BRANCHES} branches`, step.node);
      return undefined;
    }
    const waiting = runStep(parts, steps, step);
    if (waiting) return waiting.then(() => run(parts, steps));
  }
  return undefined;
}

function runStep(parts: WalkParts, steps: Step[], step: Step): Promise<void> | undefined {
  const { node, message } = step;
  const { rules, debug, effects } = parts;
  const limit = rules.maxNodeExecutions > 0 ? rules.maxNodeExecutions : LOOP_LIMIT;
  if (message.ruleNodeExecCounter >= limit) {
    parts.failed(message, `Message is processed by more then ${limit} rule nodes!`, node);
    return undefined;
  }
  message.ruleNodeExecCounter++;
  node.counter.messagesProcessed++;
  parts.usage.add(COUNTER.ruleExecutions);
  if (node.debugMode) debug.record(effects, node, 'IN', message, step.relation);
  let result: NodeResult | Promise<NodeResult>;
  try {
    result = node.instance.handle(message, effects);
  } catch (error) {
    passOn(parts, steps, step, { relation: FAILURE, message, error: asError(error) });
    return undefined;
  }
  if (result instanceof Promise) {
    return result.then(
      (outcome) => passOn(parts, steps, step, outcome),
      (error: unknown) => fail(parts, steps, step, error),
    );
  }
  passOn(parts, steps, step, result);
  return undefined;
}

function fail(parts: WalkParts, steps: Step[], step: Step, error: unknown): void {
  const { node, message } = step;
  // What the node wanted to read cannot be read now: the batch is tried again.
  if (isTransient(error)) throw error;
  if (error instanceof ScriptTooSlow) {
    try {
      parkSlowScript(parts.effects, node, message);
      return;
    } catch (reason) {
      error = new Error(`The script takes long: ${asError(reason).message}`);
    }
  }
  passOn(parts, steps, step, { relation: FAILURE, message, error: asError(error) });
}

/** The error with which a resumed message leaves its node along Failure. */
function failureOf({ failure }: Message): Error | undefined {
  return failure === undefined ? undefined : new Error(failure);
}

/** Passes on the result of a node. */
function passOn(parts: WalkParts, steps: Step[], { node, message }: Step, result: NodeResult): void {
  if (typeof result === 'string') {
    emit(parts, steps, node, message, result);
    return;
  }
  if (!isList(result)) {
    const isAcknowledged = result.message.isAcknowledged === true && message.isAcknowledged !== true;
    if (isAcknowledged && node.debugMode) parts.debug.record(parts.effects, node, 'OUT', message, 'ACK');
    emit(parts, steps, node, result.message, result.relation, result.error);
    return;
  }
  if (result === ACKNOWLEDGED && node.debugMode) parts.debug.record(parts.effects, node, 'OUT', message, 'ACK');
  // Steps are taken from the end.
  for (let i = result.length - 1; i >= 0; i--) {
    const output = result[i] as string | NodeOutput;
    // Each branch gets its own copy, since nodes change messages.
    if (typeof output === 'string') emit(parts, steps, node, copyUnlessOnly(message, result.length), output);
    else emit(parts, steps, node, copyUnlessOnly(output.message, result.length), output.relation, output.error);
  }
}

function emit(
  { rules, debug, effects, failed }: WalkParts,
  steps: Step[],
  node: RunningNode,
  message: Message,
  relation: string,
  error?: Error,
): void {
  if (error) node.counter.errorsOccurred++;
  if (node.debugMode) debug.record(effects, node, 'OUT', message, relation, error);
  route(rules, steps, node, message, relation, failed, error);
}

function route(
  rules: TenantRules,
  steps: Step[],
  node: RunningNode,
  message: Message,
  relation: string,
  failed: FailedMessage,
  error?: Error,
): void {
  const targets = node.targets.get(relation) ?? node.targets.get(relation.toLowerCase());
  if (!targets) {
    if (relation === FAILURE) failed(message, error ? describeError(error) : 'A rule node failed', node);
    return;
  }
  for (let i = targets.length - 1; i >= 0; i--) {
    const target = targets[i] as Target;
    const copy = copyUnlessOnly(message, targets.length);
    if ('node' in target) {
      steps.push({ node: target.node, message: copy, relation });
      continue;
    }
    const chain = rules.chains.get(target.chainId);
    if (!chain) failed(message, `Rule chain ${target.chainId} does not exist`, node);
    else {
      chain.counter.messagesProcessed++;
      if (chain.first) steps.push({ node: chain.first, message: copy, relation });
    }
  }
}

/** A copy with a new id for each branch; the message itself when there is only one. */
function copyUnlessOnly(message: Message, branches: number): Message {
  return branches === 1 ? message : { ...message, metadata: { ...message.metadata }, id: randomUuid() };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
