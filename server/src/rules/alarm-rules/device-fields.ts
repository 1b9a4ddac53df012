import type { TelemetryValue } from '../../values/value.ts';
import type { DeviceFacts } from './rule-state-table.ts';

/** A field of a device as a value; undefined when it has none (`ALARM_RULE_ENTITY_FIELDS`). */
export function fieldOf(facts: DeviceFacts, key: string): TelemetryValue | undefined {
  switch (key) {
    case 'name':
    case 'type':
      return { type: 'STRING', value: facts[key] };
    case 'label':
      return facts.label === null ? undefined : { type: 'STRING', value: facts.label };
    case 'createdTime':
      return { type: 'LONG', value: facts.createdTime };
    default:
      return undefined;
  }
}
