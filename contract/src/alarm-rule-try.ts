import * as z from 'zod/mini';
import { ALARM_SEVERITIES } from './alarm.ts';
import { deviceProfileAlarmSchema } from './alarm-rule.ts';
import { typedId } from './id.ts';
import { route } from './route.ts';

/** Longest period that rules can be tried with, in ms. */
export const MAX_TRIED_PERIOD = 31 * 86_400_000;
/** Points of all keys together, and changes of alarms, after which a try ends. */
export const MAX_TRIED_POINTS = 100_000;
export const MAX_TRIED_FIRINGS = 1_000;

const time = z.int().check(z.gte(0));

/** Body of POST /api/deviceProfile/alarmRule/try: rules of an alarm type, and a period of a device. */
export const alarmRuleTryInputSchema = z.object({
  deviceId: typedId('DEVICE'),
  rule: deviceProfileAlarmSchema,
  /** epoch ms, inclusive and exclusive */
  startTs: time,
  endTs: time,
});
export type AlarmRuleTryInput = z.infer<typeof alarmRuleTryInputSchema>;

/** What rules would have made of an alarm. */
export const alarmRuleFiringSchema = z.object({
  /** epoch ms */
  ts: z.number(),
  type: z.enum(['CREATED', 'SEVERITY', 'CLEARED']),
  /** From then on; of an alarm that is cleared its last one. */
  severity: z.enum(ALARM_SEVERITIES),
  /** Text of the details. */
  details: z.nullable(z.string()),
  /** How often it would have been updated before the next firing. */
  updates: z.number(),
});
export type AlarmRuleFiring = z.infer<typeof alarmRuleFiringSchema>;

export const alarmRuleTryReplySchema = z.object({
  /** The oldest first. */
  firings: z.array(alarmRuleFiringSchema),
  /** Points of the keys of the rules in the period, as far as it was tried. */
  points: z.number(),
  /** Until when it was tried, epoch ms: before `endTs` where there are too many points or firings. */
  until: z.number(),
});
export type AlarmRuleTryReply = z.infer<typeof alarmRuleTryReplySchema>;

/** Not in 3.3.2. */
export const alarmRuleTryRoutes = {
  tryAlarmRule: route({
    method: 'POST',
    path: '/api/deviceProfile/alarmRule/try',
    tag: 'device-profile',
    summary:
      'When alarm rules would have fired in a period of a device, which starts without an alarm; nothing is stored',
    waits: true,
    access: ['TENANT_ADMIN'],
    body: alarmRuleTryInputSchema,
    reply: alarmRuleTryReplySchema,
  }),
};
