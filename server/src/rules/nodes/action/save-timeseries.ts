import * as z from 'zod/mini';
import type { Message } from '../../../messages/message.ts';
import { parseTelemetry } from '../../../values/json-values.ts';
import type { TimedValues } from '../../../values/value.ts';
import { requireTimely } from '../../../values/value-rules.ts';
import { integerSetting } from '../configuration.ts';
import { defineRuleNode, SUCCESS } from '../define-rule-node.ts';
import { timeOfMessage } from '../message-time.ts';

/** s; the longest time to keep a point that the store can count with: 1000 years. */
const MAX_TTL = 31_536_000_000;

export const saveTimeseriesNode = defineRuleNode({
  clazz: 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode',
  kind: 'ACTION',
  name: 'save timeseries',
  directive: 'tbActionNodeTimeseriesConfig',
  icon: 'file_upload',
  configuration: z.object({ defaultTTL: integerSetting(0, 0, MAX_TTL) }),
  defaultConfiguration: { defaultTTL: 0 },
  description: 'Stores the payload of telemetry messages as time series of the originator.',
  details:
    'Takes messages of type <code>POST_TELEMETRY_REQUEST</code>. Values are stored at the time in the payload, else ' +
    'at <code>metadata.ts</code>, else at the time of the message. Times too far ahead fail. <code>metadata.TTL</code> (seconds) goes before ' +
    'the time to live that is set here; 0 keeps values as long as the tenant profile says.',
  start: ({ defaultTTL }, { jsonTypeCast, maxAhead }) => ({
    handle(message, effects) {
      if (message.type !== 'POST_TELEMETRY_REQUEST') throw new Error(`Unsupported msg type: ${message.type}`);
      const points = pointsOf(message, jsonTypeCast);
      if (points.length === 0) throw new Error(`Msg body is empty: ${message.data}`);
      requireTimely(points, Date.now(), maxAhead);
      const ttlText = message.metadata.TTL;
      effects.saveTimeseries(message, points, ttlText ? ttlOf(ttlText) : defaultTTL);
      return SUCCESS;
    },
  }),
});

function pointsOf(message: Message, castStrings: boolean): TimedValues[] {
  const ts = timeOfMessage(message);
  if (message.values) return message.values.length > 0 ? [{ ts, values: message.values }] : [];
  return parseTelemetry(message.data, ts, { castStrings, nulls: 'error', lenient: false });
}

/** @throws when the text is no number of seconds */
function ttlOf(text: string): number {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > MAX_TTL) {
    throw new Error(`Metadata 'TTL' must be a whole number of seconds, not '${text}'`);
  }
  return seconds;
}
