import { entityTypesWith } from '@signalbox/contract/entity-traits';
import type { EventFilter, EventType } from '@signalbox/contract/event';

export type FilterName = Exclude<keyof EventFilter, 'eventType'>;

/** One thing that events can be filtered by. */
export interface EventFilterField {
  name: FilterName;
  /** `text` looks for it in the field, `minimum` for at least so many; the others have values to choose from. */
  kind: 'text' | 'minimum' | 'choice';
  /** With kind 'choice': values as they are sent; their words are texts of the same name. */
  options?: readonly string[];
}

const text = (name: FilterName): EventFilterField => ({ name, kind: 'text' });
const choice = (name: FilterName, ...options: string[]): EventFilterField => ({ name, kind: 'choice', options });

/** What originators of messages are. */
const ORIGINATORS = entityTypesWith('isOriginator');

/** Fields that each type of event is filtered by, in order. */
export const FILTER_FIELDS: Readonly<Record<EventType, readonly EventFilterField[]>> = {
  ERROR: [text('errorStr'), text('method'), text('server')],
  LC_EVENT: [text('event'), choice('status', 'Success', 'Failure'), text('errorStr'), text('server')],
  STATS: [{ name: 'messagesProcessed', kind: 'minimum' }, { name: 'errorsOccurred', kind: 'minimum' }, text('server')],
  DEBUG_RULE_NODE: [
    choice('msgDirectionType', 'IN', 'OUT'),
    text('msgType'),
    text('relationType'),
    choice('entityName', ...ORIGINATORS),
    text('entityId'),
    text('dataSearch'),
    text('metadataSearch'),
    choice('isError', 'true'),
    text('errorStr'),
    text('server'),
  ],
  DEBUG_RULE_CHAIN: [text('errorStr'), text('server')],
};

/** The filter of a list of events from what was entered, by field; what is empty or makes no sense is left out. */
export function eventFilter(type: EventType, entered: (name: FilterName) => string | undefined): EventFilter {
  const filter: Record<string, unknown> = { eventType: type };
  for (const { name, kind, options } of FILTER_FIELDS[type]) {
    const value = entered(name)?.trim();
    if (!value || (options && !options.includes(value))) continue;
    if (kind === 'minimum') {
      if (Number(value) > 0) filter[name] = Number(value);
    } else filter[name] = name === 'isError' ? true : value;
  }
  return filter as EventFilter;
}
