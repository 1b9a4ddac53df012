import {
  MAX_TRACE_STEPS,
  MAX_TRACE_TEXT,
  type TraceContent,
  type TraceEffect,
  type TraceRead,
  type TraceStep,
} from '@signalbox/contract/recorder';
import type { Message } from '../../messages/message.ts';
import type { RunningNode } from '../connect-rules.ts';
import { describeError } from '../debug-events.ts';
import type { Step, WalkObserver } from '../walk.ts';

/** What is known of a run. */
export interface Traced {
  steps: TraceStep[];
  contents: TraceContent[];
  failure: string | null;
  isCut: boolean;
}

/** Writes down what becomes of one message in a dry run. */
export interface Tracer extends WalkObserver {
  /** The message goes on behind a step that was taken before, or begins (undefined). */
  resume(step: number | undefined): void;
  /** What the current node does. */
  effect(effect: TraceEffect): void;
  /** A message that the current node makes; it begins later. */
  created(message: Message): void;
  /** The step that made a message. */
  makerOf(message: Message): number | undefined;
  /** The current node waits for something. @returns the step */
  waits(effect: Extract<TraceEffect, { kind: 'WAIT' }>): number;
  read(read: TraceRead): void;
  remembers(): void;
  /** The current node has ended. @param took ms */
  handled(took: number): void;
  failed(reason: string, node: RunningNode | undefined): void;
  continued(step: number, how: TraceStep['continued'], time: number | null): void;
  result(): Traced;
}

/** Longest payload of a content, in characters. */
const MAX_DATA = 65_536;
/** Effects and reads of a step. */
const MAX_LIST = 1_000;

/** @param typeOf class of a node */
export function createTracer(typeOf: (nodeId: string) => string): Tracer {
  const steps: TraceStep[] = [];
  const contents: TraceContent[] = [];
  /** payload → the rest of a content → its place; a payload that many messages share is looked at once */
  const known = new Map<string, Map<string, number>>();
  const places = new WeakMap<Step, number>();
  const makers = new WeakMap<Message, number>();
  let current: number | undefined;
  let resumed: number | undefined;
  let failure: string | null = null;
  let isCut = false;
  let text = 0;

  function contentOf({ id, ts, type, originator, data, metadata }: Message): number {
    const { entityType, id: originatorId } = originator;
    const withPayload = known.get(data) ?? new Map<string, number>();
    known.set(data, withPayload);
    const rest = JSON.stringify([type, entityType, originatorId, metadata]);
    let place = withPayload.get(rest);
    if (place !== undefined) return place;
    place = contents.length;
    withPayload.set(rest, place);
    takeRoom(rest.length + Math.min(data.length, MAX_DATA));
    contents.push({
      id,
      ts,
      type,
      originator: { entityType, id: originatorId },
      data: isCut ? '' : data.slice(0, MAX_DATA),
      metadata: isCut ? {} : { ...metadata },
      size: data.length,
    });
    return place;
  }

  /** @returns whether a trace may have so many characters more */
  function takeRoom(characters: number): boolean {
    if (text + characters > MAX_TRACE_TEXT) isCut = true;
    else text += characters;
    return !isCut;
  }

  const step = (): TraceStep | undefined => (current === undefined ? undefined : steps[current]);

  return {
    resume(at) {
      resumed = at;
      current = at;
    },
    enter(walked) {
      const { node, message, relation, from } = walked;
      current = undefined;
      if (steps.length >= MAX_TRACE_STEPS) {
        isCut = true;
        return;
      }
      current = steps.length;
      places.set(walked, current);
      steps.push({
        ruleNodeId: node.id,
        nodeName: node.name,
        nodeType: typeOf(node.id),
        ruleChainId: node.ruleChainId,
        from: (from && places.get(from)) ?? resumed ?? null,
        relation,
        content: contentOf(message),
        outputs: [],
        effects: [],
        reads: [],
        micros: 0,
        failure: null,
        continued: null,
        continuedTime: null,
        hasMemory: false,
      });
    },
    output(walked, message, relation, error) {
      const place = places.get(walked) ?? resumed;
      // What goes on from here comes from where the message has waited.
      if (place !== undefined && !places.has(walked)) places.set(walked, place);
      const outputs = place === undefined ? undefined : steps[place]?.outputs;
      if (outputs && outputs.length < MAX_LIST) {
        outputs.push({ relation, content: contentOf(message), error: error ? describeError(error) : null });
      }
    },
    effect(effect) {
      const effects = step()?.effects;
      if (effects && effects.length < MAX_LIST && takeRoom(JSON.stringify(effect).length)) effects.push(effect);
    },
    created(message) {
      if (current !== undefined) makers.set(message, current);
      const effects = step()?.effects;
      if (effects && effects.length < MAX_LIST) {
        effects.push({ kind: 'MESSAGE', content: contentOf(message), queueName: message.queueName });
      }
    },
    makerOf: (message) => makers.get(message),
    waits(effect) {
      const waiting = step();
      if (waiting) {
        const hasRoom = effect.sent === null || takeRoom(JSON.stringify(effect.sent).length);
        waiting.effects.push(hasRoom ? effect : { ...effect, sent: null });
        waiting.continued = 'NOT_FOUND';
      }
      return current ?? -1;
    },
    read(read) {
      const reads = step()?.reads;
      if (reads && reads.length < MAX_LIST && takeRoom(read.result.length)) reads.push(read);
    },
    remembers() {
      const one = step();
      if (one) one.hasMemory = true;
    },
    handled(took) {
      const one = step();
      if (one) one.micros += Math.round(took * 1_000);
    },
    failed(reason, node) {
      const failing = node && steps.findLast(({ ruleNodeId }) => ruleNodeId === node.id);
      if (failing) failing.failure = reason;
      else failure = reason;
    },
    continued(at, how, time) {
      const waiting = steps[at];
      if (!waiting) return;
      waiting.continued = how;
      waiting.continuedTime = time;
    },
    result: () => ({ steps, contents, failure, isCut }),
  };
}
