import { FAILURE } from '@signalbox/contract/rule-nodes/define-rule-node';
import { isTransient } from '../config/transient-error.ts';
import type { Message } from '../messages/message.ts';
import { randomUuid } from '../storage/ids.ts';
import { COUNTER, type TenantUsage } from '../usage/usage-meter.ts';
import { ALARM_RULES_TIMER } from './alarm-rules/duration-timers.ts';
import type { GatheredEffects, MessageEffects } from './batch-effects.ts';
import type { RunningNode, Target, TenantRules } from './connect-rules.ts';
import { type DebugEvents, describeError } from './debug-events.ts';
import { ACKNOWLEDGED, isList, type NodeOutput, type NodeResult } from './nodes/define-rule-node.ts';
import { ScriptTooSlow } from './scripts/script-engine.ts';
import { ReadTooSlow, type SlowReads } from './slow-reads.ts';
import { parkSlowNode } from './slow-scripts.ts';

/** Called when a message fails for good because no connection takes its failure. */
export type FailedMessage = (message: Message, reason: string, node?: RunningNode) => void;

export interface WalkParts {
  rules: TenantRules;
  effects: GatheredEffects;
  debug: DebugEvents;
  failed: FailedMessage;
  /** Counts the nodes that run. */
  usage: TenantUsage;
  /** Lets nodes that read much leave the batch; absent: nobody waits for this walk. */
  slowReads?: SlowReads;
  /** Follows the walk, where somebody wants to see it. */
  observer?: WalkObserver;
}

/** A node and the message that it handles next. */
export interface Step {
  node: RunningNode;
  message: Message;
  /** Relation along which the message came; empty at the start of a chain. */
  relation: string;
  /** The step that it came from; undefined at the start of the walk. */
  from: Step | undefined;
}

/** Sees every step of a walk, in order: a node is entered, has some outputs, and ends. */
export interface WalkObserver {
  enter(step: Step): void;
  /** An output, also one that no connection takes. */
  output(step: Step, message: Message, relation: string, error?: Error): void;
}

/** Maximum number of nodes a message may run if the tenant has no limit; only loops reach it. */
const LOOP_LIMIT = 1_000;
/** What debug events call the way of a message that a node sends through the chains, and of one of its own timer. */
const TO_ROOT = 'To Root Rule Chain';
const SELF = 'Self';
/** Maximum number of copies made of one message: of long ones fewer, each counts once more for so many characters. */
const MAX_BRANCHES = 10_000;
const LENGTH_OF_BRANCH = 8_192;

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
    const relation = message.type === ALARM_RULES_TIMER ? SELF : '';
    const step: Step = { node, message, relation, from: undefined };
    if (message.relation === undefined) steps.push(step);
    else emit(parts, steps, step, message, message.relation, failureOf(message));
    return;
  }
  if (chainId === undefined) {
    failed(message, 'No Root Rule Chain available!');
    return;
  }
  const chain = rules.chains.get(chainId);
  if (chain) chain.counter.messagesProcessed++;
  const first = chain?.first;
  if (first) steps.push({ node: first, message, relation: '', from: undefined });
}

/** @param before what the steps have counted before a node that had to wait */
function run(parts: WalkParts, steps: Step[], before = 0): Promise<void> | undefined {
  let taken = before;
  for (let step = steps.pop(); step; step = steps.pop()) {
    taken += 1 + Math.floor(step.message.data.length / LENGTH_OF_BRANCH);
    if (taken > MAX_BRANCHES) {
      parts.failed(
        step.message,
        `The message became more than ${MAX_BRANCHES} branches, or too long for so many`,
        step.node,
      );
      return undefined;
    }
    const waiting = runStep(parts, steps, step);
    if (waiting) return waiting.then(() => run(parts, steps, taken));
  }
  return undefined;
}

function runStep(parts: WalkParts, steps: Step[], step: Step): Promise<void> | undefined {
  const { node, message } = step;
  const { rules, debug, effects } = parts;
  const limit = rules.maxNodeExecutions > 0 ? rules.maxNodeExecutions : LOOP_LIMIT;
  if (message.ruleNodeExecCounter >= limit) {
    const circle = describeCircle(step);
    parts.failed(message, `Message is processed by more then ${limit} rule nodes!${circle}`, node);
    return undefined;
  }
  message.ruleNodeExecCounter++;
  node.counter.messagesProcessed++;
  parts.usage.add(COUNTER.ruleExecutions);
  if (node.debugMode) debug.record(effects, node, 'IN', message, step.relation);
  parts.observer?.enter(step);
  const { tenantId } = message;
  const slowReads = node.instance.onlyReads && !effects.mayWait ? parts.slowReads : undefined;
  if (slowReads?.isSlow(tenantId)) {
    fail(parts, steps, step, new ReadTooSlow());
    return undefined;
  }
  let result: NodeResult | Promise<NodeResult>;
  try {
    result = node.instance.handle(message, node.debugMode ? withDebuggedMessages(parts, node) : effects);
  } catch (error) {
    passOn(parts, steps, step, { relation: FAILURE, message, error: asError(error) });
    return undefined;
  }
  if (result instanceof Promise) {
    const reading = slowReads ? slowReads.limit(effects.batch, tenantId, result) : result;
    return reading.then(
      (outcome) => passOn(parts, steps, step, outcome),
      (error: unknown) => fail(parts, steps, step, error),
    );
  }
  passOn(parts, steps, step, result);
  return undefined;
}

/** Effects that also tell of messages that a node sends through the chains. */
function withDebuggedMessages({ effects, debug }: WalkParts, node: RunningNode): MessageEffects {
  return {
    ...effects,
    enqueue(message) {
      effects.enqueue(message);
      // One that continues at a node says so itself.
      if (message.relation === undefined) debug.record(effects, node, 'OUT', message, TO_ROOT);
    },
  };
}

/** The rule chains through which a message came back to its node; empty when it did not within this walk. */
function describeCircle({ node, from }: Step): string {
  const names = [node.ruleChainName];
  let chainId = node.ruleChainId;
  for (let step = from; step; step = step.from) {
    if (step.node.ruleChainId !== chainId) {
      chainId = step.node.ruleChainId;
      names.unshift(step.node.ruleChainName);
    }
    if (step.node !== node) continue;
    if (names.length === 1) names.unshift(node.ruleChainName);
    return ` It went in a circle through rule chains: ${names.join(' → ')}`;
  }
  return '';
}

function fail(parts: WalkParts, steps: Step[], step: Step, error: unknown): void {
  const { node, message } = step;
  // What the node wanted to read cannot be read now: the batch is tried again.
  if (isTransient(error)) throw error;
  if (error instanceof ScriptTooSlow || error instanceof ReadTooSlow) {
    try {
      parkSlowNode(parts.effects, node, message, error instanceof ReadTooSlow ? 'read' : 'script');
      return;
    } catch (reason) {
      error = new Error(`${error.message}: ${asError(reason).message}`);
    }
  }
  passOn(parts, steps, step, { relation: FAILURE, message, error: asError(error) });
}

/** The error with which a resumed message leaves its node along Failure. */
function failureOf({ failure }: Message): Error | undefined {
  return failure === undefined ? undefined : new Error(failure);
}

/** Passes on the result of a node. */
function passOn(parts: WalkParts, steps: Step[], step: Step, result: NodeResult): void {
  const { node, message } = step;
  if (typeof result === 'string') {
    emit(parts, steps, step, message, result);
    return;
  }
  if (!isList(result)) {
    const isAcknowledged = result.message.isAcknowledged === true && message.isAcknowledged !== true;
    if (isAcknowledged && node.debugMode) parts.debug.record(parts.effects, node, 'OUT', message, 'ACK');
    emit(parts, steps, step, result.message, result.relation, result.error);
    return;
  }
  if (result === ACKNOWLEDGED && node.debugMode) parts.debug.record(parts.effects, node, 'OUT', message, 'ACK');
  // Steps are taken from the end.
  for (let i = result.length - 1; i >= 0; i--) {
    const output = result[i] as string | NodeOutput;
    // Each branch gets its own copy, since nodes change messages.
    if (typeof output === 'string') emit(parts, steps, step, copyUnlessOnly(message, result.length), output);
    else emit(parts, steps, step, copyUnlessOnly(output.message, result.length), output.relation, output.error);
  }
}

function emit(parts: WalkParts, steps: Step[], step: Step, message: Message, relation: string, error?: Error): void {
  const { debug, effects, observer } = parts;
  const { node } = step;
  if (error) node.counter.errorsOccurred++;
  if (node.debugMode) debug.record(effects, node, 'OUT', message, relation, error);
  observer?.output(step, message, relation, error);
  route(parts, steps, step, message, relation, error);
}

function route(
  { rules, failed }: WalkParts,
  steps: Step[],
  step: Step,
  message: Message,
  relation: string,
  error?: Error,
): void {
  const { node } = step;
  const outlet = node.outlets.get(relation) ?? node.outlets.get(relation.toLowerCase());
  if (!outlet) {
    if (relation === FAILURE) failed(message, error ? describeError(error) : 'A rule node failed', node);
    return;
  }
  const { targets, counter } = outlet;
  counter.messagesProcessed++;
  if (error) counter.errorsOccurred++;
  for (let i = targets.length - 1; i >= 0; i--) {
    const target = targets[i] as Target;
    const copy = copyUnlessOnly(message, targets.length);
    if ('node' in target) {
      steps.push({ node: target.node, message: copy, relation, from: step });
      continue;
    }
    const chain = rules.chains.get(target.chainId);
    if (!chain) failed(message, `Rule chain ${target.chainId} does not exist`, node);
    else {
      chain.counter.messagesProcessed++;
      if (chain.first) steps.push({ node: chain.first, message: copy, relation, from: step });
    }
  }
}

/** A copy with a new id for each branch; the message itself when there is only one. */
function copyUnlessOnly(message: Message, branches: number): Message {
  if (branches === 1) return message;
  const { id, sourceId = id } = message;
  return { ...message, metadata: { ...message.metadata }, id: randomUuid(), sourceId };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
