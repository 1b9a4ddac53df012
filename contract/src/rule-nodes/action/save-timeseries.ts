import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { integerSetting } from '../settings.ts';

/** s, 1000 years: the longest time to live that the store can represent. */
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
      help: '0: the default of the tenant profile. A TTL in the metadata comes first.',
    },
  },
  description: 'Stores the payload of telemetry messages as time series of the originator.',
  details:
    'Accepts messages of type <code>POST_TELEMETRY_REQUEST</code>. Values get the time in the payload, else ' +
    '<code>metadata.ts</code>, else the time of the message. Times too far ahead fail. <code>metadata.TTL</code> ' +
    '(seconds) takes precedence over the time to live set here; 0 is the default of the tenant profile.',
});
