import { ALARM_SEVERITIES, type AlarmSeverity } from '@signalbox/contract/alarm';
import type { AlarmConditionSpec, AlarmKeyFilter, AlarmRule, DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import { TIME_UNITS } from '@signalbox/contract/time-unit';
import { toWireText } from '../../values/wire-values.ts';
import {
  type ConditionValues,
  compileDynamicValue,
  compileFilter,
  deviceKeysOf,
  type Slots,
  type Test,
} from './conditions.ts';
import { toNumber } from './rule-values.ts';
import { prepareSchedule, type Schedule } from './schedule.ts';

/** How a condition that is true fires. */
export type Firing =
  | { type: 'SIMPLE' }
  | {
      type: 'DURATION' | 'REPEATING';
      /** ms, or times */
      required(values: ConditionValues): number;
      /** Whether it depends on attributes of the customer or the tenant, of whose changes the device gets no message. */
      dependsOnOwners: boolean;
    };

/** A rule that creates alarms with a severity, or clears them. */
export interface CompiledRule {
  /** Place in `CompiledRules.rules`. */
  index: number;
  /** Names the rule in stored states: short, and the same as long as the rule is that of the same alarm and severity. */
  code: string;
  /** undefined: it clears */
  severity: AlarmSeverity | undefined;
  /** Slots whose changes make it worth evaluating. */
  triggers: ReadonlySet<number>;
  /** Whether it looks at telemetry: changes of attributes alone then do not evaluate it. */
  usesTelemetry: boolean;
  isTrue: Test;
  firing: Firing;
  schedule: Schedule;
  /** The text of the details; undefined when it has none. */
  describe: ((values: ConditionValues) => string) | undefined;
  dashboardId: string | undefined;
}

/** The rules of one alarm type. */
export interface CompiledAlarm {
  index: number;
  alarmType: string;
  propagate: boolean;
  propagateRelationTypes: string[];
  /** The strongest severity first. */
  create: readonly CompiledRule[];
  clear: CompiledRule | undefined;
}

/** The alarm rules of a profile, ready to run: nothing is parsed per message. Never changed. */
export interface CompiledRules {
  alarms: readonly CompiledAlarm[];
  rules: readonly CompiledRule[];
  slotCount: number;
  /** key → slot */
  attributes: ReadonlyMap<string, number>;
  telemetry: ReadonlyMap<string, number>;
  fields: ReadonlyMap<string, number>;
  /** Keys of SERVER_SCOPE attributes. */
  customerKeys: ReadonlySet<string>;
  tenantKeys: ReadonlySet<string>;
}

/** Prepares the alarm rules of a profile, in the order in which they are stored. @throws RangeError for an unknown zone */
export function compileRules(definitions: readonly DeviceProfileAlarm[]): CompiledRules {
  const keys = { ATTRIBUTE: new Map<string, number>(), TIME_SERIES: new Map(), ENTITY_FIELD: new Map() };
  const owners = { customer: new Set<string>(), tenant: new Set<string>() };
  let slotCount = 0;
  const slots: Slots = {
    of(type, key) {
      const known = keys[type].get(key);
      if (known !== undefined) return known;
      keys[type].set(key, slotCount);
      return slotCount++;
    },
    needOwner: (owner, key) => void owners[owner].add(key),
  };
  const rules: CompiledRule[] = [];
  const codes = new Set<string>();

  const compileRule = (rule: AlarmRule, code: string, severity: AlarmSeverity | undefined): CompiledRule => {
    const filters = rule.condition?.condition ?? [];
    const tests = filters.map((filter) => compileFilter(filter, slots));
    const compiled = {
      index: rules.length,
      code,
      severity,
      triggers: triggersOf(filters, slots),
      usesTelemetry: filters.some(({ key }) => key.type === 'TIME_SERIES'),
      isTrue: allOf(tests),
      firing: compileFiring(rule.condition?.spec, slots),
      schedule: prepareSchedule(rule.schedule),
      describe: compileDetails(rule.alarmDetails, filters, slots),
      dashboardId: rule.dashboardId?.id,
    };
    rules.push(compiled);
    return compiled;
  };

  const alarms = definitions.map((definition, index): CompiledAlarm => {
    const { alarmType, createRules, clearRule } = definition;
    let code = hashOf(definition.id || alarmType || '');
    while (codes.has(code)) code += '_';
    codes.add(code);
    return {
      index,
      alarmType: alarmType ?? '',
      propagate: definition.propagate ?? false,
      propagateRelationTypes: definition.propagateRelationTypes ?? [],
      create: ALARM_SEVERITIES.flatMap((severity, rank) => {
        const rule = createRules?.[severity];
        return rule ? [compileRule(rule, `${code}${rank}`, severity)] : [];
      }),
      clear: clearRule ? compileRule(clearRule, `${code}c`, undefined) : undefined,
    };
  });
  return {
    alarms,
    rules,
    slotCount,
    attributes: keys.ATTRIBUTE,
    telemetry: keys.TIME_SERIES,
    fields: keys.ENTITY_FIELD,
    customerKeys: owners.customer,
    tenantKeys: owners.tenant,
  };
}

/** Without a test nothing is true: a condition that nobody has written does not raise alarms. */
function allOf(tests: readonly Test[]): Test {
  const [first, second] = tests;
  if (!first) return () => false;
  if (!second) return first;
  if (tests.length === 2) return (values) => first(values) && second(values);
  return (values) => tests.every((test) => test(values));
}

function triggersOf(filters: readonly AlarmKeyFilter[], slots: Slots): Set<number> {
  const triggers = new Set<number>();
  for (const { key, predicate } of filters) {
    if (key.type !== 'CONSTANT') triggers.add(slots.of(key.type, key.key ?? ''));
    for (const attribute of deviceKeysOf(predicate)) triggers.add(slots.of('ATTRIBUTE', attribute));
  }
  return triggers;
}

function compileFiring(spec: AlarmConditionSpec | null | undefined, slots: Slots): Firing {
  if (!spec || spec.type === 'SIMPLE') return { type: 'SIMPLE' };
  const { defaultValue, dynamicValue } = spec.predicate;
  const unit = spec.type === 'DURATION' ? TIME_UNITS[spec.unit] : 1;
  const fixed = (defaultValue ?? 0) * unit;
  const find = compileDynamicValue(dynamicValue, slots);
  if (!find) return { type: spec.type, required: () => fixed, dependsOnOwners: false };
  const dependsOnOwners = dynamicValue?.sourceType !== 'CURRENT_DEVICE' || dynamicValue.inherit === true;
  return {
    type: spec.type,
    dependsOnOwners,
    required(values) {
      const found = find(values);
      const number = found && toNumber(found);
      return number === undefined ? fixed : number * unit;
    },
  };
}

/** Keys of the condition are replaced by their values; all else stays as it is written. */
function compileDetails(
  details: string | null | undefined,
  filters: readonly AlarmKeyFilter[],
  slots: Slots,
): CompiledRule['describe'] {
  if (!details) return undefined;
  const known = new Map<string, number>();
  for (const { key } of filters) {
    const name = key.key ?? '';
    if (key.type !== 'CONSTANT' && !known.has(name)) known.set(name, slots.of(key.type, name));
  }
  // What does not end is a part as well, so that it is looked through once.
  /** Texts, and between them the slots of values with what stands for them. */
  const parts = details.split(/(\$\{[^}]*(?:\}|$))/).map((part) => ({
    text: part,
    slot: part.startsWith('${') && part.endsWith('}') ? known.get(part.slice(2, -1)) : undefined,
  }));
  return ({ values }) => {
    let text = '';
    for (const part of parts) {
      const value = part.slot === undefined ? undefined : values[part.slot];
      text += value ? toWireText(value.value) : part.text;
    }
    return text;
  };
}

/** FNV-1a */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
