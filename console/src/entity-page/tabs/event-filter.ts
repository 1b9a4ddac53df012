import type { EventFilter, EventType } from '@signalbox/contract/event';

/** Members of the filter that a text can be looked for in, by type; the first is offered first. */
export const TEXT_FIELDS = {
  ERROR: ['errorStr', 'method', 'server'],
  LC_EVENT: ['event', 'errorStr', 'server'],
  STATS: ['server'],
  DEBUG_RULE_NODE: [
    'msgType',
    'relationType',
    'dataSearch',
    'metadataSearch',
    'entityName',
    'msgDirectionType',
    'errorStr',
    'server',
  ],
  DEBUG_RULE_CHAIN: ['errorStr', 'server'],
} as const satisfies Record<EventType, readonly (keyof EventFilter)[]>;

export type TextField = (typeof TEXT_FIELDS)[EventType][number];

/** Types in which some events are failures and others are not. */
export function canLimitToErrors(type: EventType): boolean {
  return type !== 'ERROR';
}

/** The filter of a list of events; what is empty is left out. */
export function eventFilter(type: EventType, field: TextField, text: string, errorsOnly: boolean): EventFilter {
  const wanted = text.trim();
  return {
    eventType: type,
    ...(wanted ? { [field]: wanted } : {}),
    ...(errorsOnly && type === 'LC_EVENT' ? { status: 'Failure' } : {}),
    ...(errorsOnly && type === 'STATS' ? { errorsOccurred: 1 } : {}),
    ...(errorsOnly && type.startsWith('DEBUG') ? { isError: true } : {}),
  };
}
