import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { integerSetting } from '../settings.ts';

/** s; the longest time to keep a point that the store can count with: 1000 years. */
export const MAX_TTL = 31_536_000_000;

export const saveTimeseries = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode',
  kind: 'ACTION',
  name: 'save timeseries',
  directive: 'tbActionNodeTimeseriesConfig',
  icon: 'file_upload',
  configuration: z.object({ defaultTTL: integerSetting(0, 0, MAX_TTL) }),
  defaultConfiguration: { defaultTTL: 0 },
  fields: {
    defaultTTL: {
      control: 'number',
      label: 'Time to live',
      unit: 's',
      min: 0,
      max: MAX_TTL,
      help: '0: as the tenant profile says.',
    },
  },
  description: 'Stores the payload of telemetry messages as time series of the originator.',
  details:
    'Takes messages of type <code>POST_TELEMETRY_REQUEST</code>. Values are stored at the time in the payload, else ' +
    'at <code>metadata.ts</code>, else at the time of the message. Times too far ahead fail. <code>metadata.TTL</code> (seconds) goes before ' +
    'the time to live that is set here; 0 keeps values as long as the tenant profile says.',
});
