import { MAX_TTL, saveTimeseries } from '@signalbox/contract/rule-nodes/action/save-timeseries';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { Message } from '../../../messages/message.ts';
import { parseTelemetry } from '../../../values/json-values.ts';
import type { TimedValues } from '../../../values/value.ts';
import { requireTimely } from '../../../values/value-rules.ts';
import { implementRuleNode } from '../define-rule-node.ts';
import { timeOfMessage } from '../message-time.ts';

export const saveTimeseriesNode = implementRuleNode(saveTimeseries, {
  start: ({ defaultTTL }, { jsonTypeCast, maxAhead }) => ({
    handle(message, effects) {
      if (message.type !== 'POST_TELEMETRY_REQUEST') throw new Error(`Unsupported msg type: ${message.type}`);
      const points = pointsOf(message, jsonTypeCast);
      if (points.length === 0) throw new Error(`Msg body is empty: ${message.data}`);
      requireTimely(points, Date.now(), maxAhead);
      const ttlText = message.metadata.TTL;
      const saving = effects.saveTimeseries(message, points, ttlText ? ttlOf(ttlText) : defaultTTL);
      return saving ? saving.then(() => SUCCESS) : SUCCESS;
    },
  }),
});

function pointsOf(message: Message, castStrings: boolean): TimedValues[] {
  const ts = timeOfMessage(message);
  if (message.values) return message.values.length > 0 ? [{ ts, values: message.values }] : [];
  return parseTelemetry(message.data, ts, { castStrings, nulls: 'error', lenient: false });
}

/** @throws Error when the text is not a number of seconds */
function ttlOf(text: string): number {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > MAX_TTL) {
    throw new Error(`Metadata 'TTL' must be a whole number of seconds, not '${text}'`);
  }
  return seconds;
}
