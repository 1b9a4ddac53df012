import * as z from 'zod/mini';
import { ALARM_SEVERITIES, type AlarmSeverity } from './alarm.ts';
import { BOOLEAN_OPERATIONS, DYNAMIC_VALUE_SOURCES, NUMERIC_OPERATIONS, STRING_OPERATIONS } from './entity-query.ts';
import { typedId } from './id.ts';
import { nullableText, storedText } from './text.ts';
import { TIME_UNITS, type TimeUnit } from './time-unit.ts';
import { isTimeZone } from './time-zone.ts';
import { keptNumber } from './whole-number.ts';

/*
 * Alarm rules of device profiles (`profileData.alarms`). Members that clients add are kept as they are sent; members
 * that are null or absent are neutral.
 */

/** Kinds of values that a condition looks at. ATTRIBUTE: of any scope. CONSTANT: the `value` of its filter. */
export const ALARM_RULE_KEY_TYPES = ['ATTRIBUTE', 'TIME_SERIES', 'ENTITY_FIELD', 'CONSTANT'] as const;
export type AlarmRuleKeyType = (typeof ALARM_RULE_KEY_TYPES)[number];

/** Fields of a device that a condition can look at. */
export const ALARM_RULE_ENTITY_FIELDS = ['name', 'type', 'label', 'createdTime'] as const;

export const ALARM_RULE_VALUE_TYPES = ['STRING', 'NUMERIC', 'BOOLEAN', 'DATE_TIME'] as const;
export type AlarmRuleValueType = (typeof ALARM_RULE_VALUE_TYPES)[number];

/** When a condition that is true fires: at once, when it lasted, when it was true several times in a row. */
export const ALARM_CONDITION_TYPES = ['SIMPLE', 'DURATION', 'REPEATING'] as const;
export type AlarmConditionType = (typeof ALARM_CONDITION_TYPES)[number];

export const ALARM_SCHEDULE_TYPES = ['ANY_TIME', 'SPECIFIC_TIME', 'CUSTOM'] as const;
export type AlarmScheduleType = (typeof ALARM_SCHEDULE_TYPES)[number];

/** Alarm types of a profile, filters of a condition, and predicates of a filter. */
export const MAX_ALARM_RULES = 100;
const MAX_FILTERS = 100;
const MAX_KEY_LENGTH = 1024;
const MAX_VALUE_LENGTH = 10_000;
const MAX_DETAILS_LENGTH = 65_536;
const MAX_RELATION_TYPES = 100;
/** ms */
export const DAY_LENGTH = 86_400_000;

const optional = <T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema));

/** An attribute to compare with instead of `defaultValue`: of the device, or of its customer or tenant (SERVER_SCOPE). */
const alarmDynamicValueSchema = z.looseObject({
  sourceType: optional(z.enum(DYNAMIC_VALUE_SOURCES)),
  sourceAttribute: optional(storedText(MAX_KEY_LENGTH)),
  /** When there is no such attribute: that of the customer, then that of the tenant. */
  inherit: optional(z.boolean()),
});
export type AlarmDynamicValue = z.infer<typeof alarmDynamicValueSchema>;

function alarmFilterValue<T extends z.core.$ZodType>(value: T) {
  return z.looseObject({
    defaultValue: optional(value),
    userValue: optional(value),
    dynamicValue: optional(alarmDynamicValueSchema),
  });
}

const numericValue = alarmFilterValue(z.number());
const lengthValue = alarmFilterValue(keptNumber);

const simplePredicates = [
  z.looseObject({
    type: z.literal('STRING'),
    operation: z.enum(STRING_OPERATIONS),
    value: alarmFilterValue(storedText(MAX_VALUE_LENGTH)),
    ignoreCase: optional(z.boolean()),
  }),
  z.looseObject({ type: z.literal('NUMERIC'), operation: z.enum(NUMERIC_OPERATIONS), value: numericValue }),
  z.looseObject({
    type: z.literal('BOOLEAN'),
    operation: z.enum(BOOLEAN_OPERATIONS),
    value: alarmFilterValue(z.boolean()),
  }),
] as const;

export type SimpleAlarmPredicate = z.infer<(typeof simplePredicates)[number]>;
export type AlarmPredicate = SimpleAlarmPredicate | ComplexAlarmPredicate;
export interface ComplexAlarmPredicate {
  type: 'COMPLEX';
  operation: 'AND' | 'OR';
  predicates: AlarmPredicate[];
  [member: string]: unknown;
}

const complexPredicateSchema = z.looseObject({
  type: z.literal('COMPLEX'),
  operation: z.enum(['AND', 'OR']),
  get predicates(): z.ZodMiniArray<z.ZodMiniType<AlarmPredicate>> {
    return z.array(alarmPredicateSchema).check(z.maxLength(MAX_FILTERS));
  },
});
const alarmPredicateSchema: z.ZodMiniType<AlarmPredicate> = z.discriminatedUnion(
  'type',
  [...simplePredicates, complexPredicateSchema],
  { error: 'must be a predicate of type STRING, NUMERIC, BOOLEAN or COMPLEX' },
);

const alarmKeyFilterSchema = z.looseObject({
  key: z.looseObject({
    type: z.enum(ALARM_RULE_KEY_TYPES),
    key: optional(storedText(MAX_KEY_LENGTH)),
  }),
  /** Of CONSTANT keys, what their value is; else for people and forms: the type of the predicate decides. */
  valueType: optional(z.enum(ALARM_RULE_VALUE_TYPES)),
  /** The value of a CONSTANT key. */
  value: z.optional(z.unknown()),
  predicate: alarmPredicateSchema,
});
export type AlarmKeyFilter = z.infer<typeof alarmKeyFilterSchema>;

const conditionSpecSchema = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('SIMPLE') }),
    z.looseObject({
      type: z.literal('DURATION'),
      unit: z.enum(Object.keys(TIME_UNITS) as TimeUnit[]),
      /** How long, in `unit`. */
      predicate: lengthValue,
    }),
    z.looseObject({
      type: z.literal('REPEATING'),
      /** How many times. */
      predicate: numericValue,
    }),
  ],
  { error: `must be a condition of type ${ALARM_CONDITION_TYPES.join(', ')}` },
);
export type AlarmConditionSpec = z.infer<typeof conditionSpecSchema>;

/** An IANA name; empty: UTC. */
const timeZone = optional(
  z.string().check(z.refine((zone) => zone === '' || isTimeZone(zone), { error: 'is not a time zone' })),
);
/** ms after local midnight, by the clock on the wall. */
const timeOfDay = optional(z.int().check(z.gte(0), z.lte(DAY_LENGTH)));
/** 1: Monday … 7: Sunday */
const dayOfWeek = z.int().check(z.gte(1), z.lte(7));

const scheduleSchema = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('ANY_TIME') }),
    z.looseObject({
      type: z.literal('SPECIFIC_TIME'),
      timezone: timeZone,
      daysOfWeek: optional(z.array(dayOfWeek).check(z.maxLength(7))),
      startsOn: timeOfDay,
      endsOn: timeOfDay,
    }),
    z.looseObject({
      type: z.literal('CUSTOM'),
      timezone: timeZone,
      items: optional(
        z
          .array(z.looseObject({ enabled: optional(z.boolean()), dayOfWeek, startsOn: timeOfDay, endsOn: timeOfDay }))
          .check(z.maxLength(100)),
      ),
    }),
  ],
  { error: `must be a schedule of type ${ALARM_SCHEDULE_TYPES.join(', ')}` },
);
export type AlarmSchedule = z.infer<typeof scheduleSchema>;

/** From when to when of a day, ms after midnight; absent: 0. */
interface Hours {
  startsOn?: number | null | undefined;
  endsOn?: number | null | undefined;
}
/** Whether hours are all of a day: from 0 to 24 or, as other clients write it, from 0 to 0. */
export const isWholeDay = ({ startsOn, endsOn }: Hours): boolean => !startsOn && (!endsOn || endsOn === DAY_LENGTH);
/** Whether hours are never: they begin when they end. */
export const isNever = (hours: Hours): boolean => !isWholeDay(hours) && (hours.startsOn ?? 0) === (hours.endsOn ?? 0);

/** When an alarm is raised with some severity, or cleared. */
export const alarmRuleSchema = z.looseObject({
  condition: optional(
    z.looseObject({
      /** All of them have to be true; without any the condition is never true. */
      condition: optional(z.array(alarmKeyFilterSchema).check(z.maxLength(MAX_FILTERS))),
      /** null: SIMPLE */
      spec: optional(conditionSpecSchema),
    }),
  ),
  /** null: any time */
  schedule: optional(scheduleSchema),
  /** A text in which `${key}` is replaced by the value of a key of the condition. */
  alarmDetails: optional(storedText(MAX_DETAILS_LENGTH)),
  dashboardId: optional(typedId('DASHBOARD')),
});
export type AlarmRule = z.infer<typeof alarmRuleSchema>;

const severityRules = Object.fromEntries(
  ALARM_SEVERITIES.map((severity) => [severity, optional(alarmRuleSchema)]),
) as Record<AlarmSeverity, ReturnType<typeof optional<typeof alarmRuleSchema>>>;

/** Rules of one alarm type of a profile. */
export const deviceProfileAlarmSchema = z.looseObject({
  /** Made by the client; what a device has reached so far of a rule is kept by it. */
  id: optional(storedText(1024)),
  alarmType: nullableText(),
  /** The strongest severity whose rule is true wins. */
  createRules: optional(
    z.strictObject(severityRules, {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? `has severities that are not ${ALARM_SEVERITIES.join(', ')}` : undefined,
    }),
  ),
  clearRule: optional(alarmRuleSchema),
  propagate: optional(z.boolean()),
  /** null or empty: relations of all types */
  propagateRelationTypes: optional(z.array(storedText(255)).check(z.maxLength(MAX_RELATION_TYPES))),
});
export type DeviceProfileAlarm = z.infer<typeof deviceProfileAlarmSchema>;

/** All of a profile. */
export const deviceProfileAlarmsSchema = z.array(deviceProfileAlarmSchema).check(z.maxLength(MAX_ALARM_RULES));
