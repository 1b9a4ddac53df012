import { FAILURE, SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { calculateDelta } from '@signalbox/contract/rule-nodes/enrichment/calculate-delta';
import type { Message } from '../../../messages/message.ts';
import type { Point } from '../../../values/value.ts';
import { currentLatest } from '../current-values.ts';
import { implementRuleNode, type NodeResult, transformMessage } from '../define-rule-node.ts';
import { timeOfMessage } from '../message-time.ts';
import { createOriginatorMemory } from '../originator-memory.ts';
import { withMembers } from '../payload.ts';

/** A value of the input key and its time, epoch ms. */
interface Reading {
  value: number;
  ts: number;
}

export const calculateDeltaNode = implementRuleNode(calculateDelta, {
  hasMemory: true,
  start(configuration, { reads }) {
    const { inputValueKey, outputValueKey, periodValueKey } = configuration;
    const memory = configuration.useCache ? createOriginatorMemory<Reading>() : undefined;

    function resultOf(message: Message, previous: Reading | undefined, current: Reading): NodeResult {
      const delta = previous ? current.value - previous.value : 0;
      if (configuration.tellFailureIfDeltaIsNegative && delta < 0) {
        return { relation: FAILURE, message, error: new Error('Delta value is negative!') };
      }
      const added = { [outputValueKey]: numberText(rounded(delta, configuration.round)) };
      if (configuration.addPeriodBetweenMsgs) {
        added[periodValueKey] = String(previous ? current.ts - previous.ts : 0);
      }
      return { relation: SUCCESS, message: transformMessage(message, { data: withMembers(message.data, added) }) };
    }

    return {
      handle(message, effects) {
        if (message.type !== 'POST_TELEMETRY_REQUEST') return 'Other';
        const input = memberOf(message.data, inputValueKey);
        if (input === undefined) return 'Other';
        const current = { value: numberOf(input, inputValueKey), ts: timeOfMessage(message) };
        const recalled = memory?.recall(message, effects);
        if (recalled) {
          memory?.remember(message, effects, current);
          return resultOf(message, recalled, current);
        }
        return currentLatest(reads, effects, message.originator, [inputValueKey]).then(([point]) => {
          const previous = point && { value: numberOfPoint(point), ts: point.ts };
          memory?.remember(message, effects, current);
          return resultOf(message, previous, current);
        });
      },
    };
  },
});

/** A member of a payload; undefined when it has none. */
function memberOf(data: string, key: string): unknown {
  const payload: unknown = JSON.parse(data);
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined;
  return Object.hasOwn(payload, key) ? (payload as Record<string, unknown>)[key] : undefined;
}

function numberOf(value: unknown, key: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new Error(`The value of ${key} is not a number`);
  return number;
}

function numberOfPoint({ key, value }: Point): number {
  if (value.type === 'BOOLEAN' || value.type === 'JSON') {
    throw new Error(`The stored value of ${key} is not a number but ${value.type}`);
  }
  return numberOf(typeof value.value === 'bigint' ? Number(value.value) : value.value, key);
}

/** Rounds halves away from zero, by the decimals that are written. */
function rounded(value: number, decimals: number | null): number {
  if (decimals === null || Number.isInteger(value)) return value;
  const [digits, exponent = '0'] = String(Math.abs(value)).split('e');
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  // It has no more decimals than it may.
  if (!Number.isSafeInteger(shifted)) return value;
  return Math.sign(value) * Number(`${shifted}e-${decimals}`);
}

/** Without a decimal point when it is whole. */
function numberText(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}
