import { Box, MenuItem, Select } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { type EntityEvent, EVENT_TYPES, type EventType, getEvents } from '../../api/events.ts';
import { Ago } from '../../controls/ago.tsx';
import { Folded, TimedList } from './timed-list.tsx';

/** Members of the body that stand in the first line of an event, in order, by type. */
const HEADLINES: Record<EventType, readonly string[]> = {
  ERROR: ['method'],
  LC_EVENT: ['event'],
  STATS: ['messagesProcessed', 'errorsOccurred'],
  DEBUG_RULE_NODE: ['type', 'msgType', 'relationType', 'entityName'],
  DEBUG_RULE_CHAIN: ['message'],
};
const LONG = ['data', 'metadata', 'error'] as const;

function EventRow({ event }: { event: EntityEvent }) {
  const { t } = useTranslation();
  const { body } = event;
  const failed = body.success === false || (typeof body.error === 'string' && body.error !== '');
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Box sx={{ color: 'text.disabled', minWidth: 76 }}>
          <Ago ts={event.createdTime} />
        </Box>
        {HEADLINES[event.type].map(
          (name) =>
            body[name] !== undefined &&
            body[name] !== '' && (
              <span key={name} title={t(`event.fields.${name}`)}>
                {event.type === 'STATS' && `${t(`event.fields.${name}`)} `}
                {String(body[name])}
              </span>
            ),
        )}
        <Box sx={{ marginInlineStart: 'auto', color: failed ? 'var(--critical)' : 'text.secondary' }}>
          {failed ? t('event.failed') : String(body.server ?? '')}
        </Box>
      </Box>
      {LONG.map(
        (name) =>
          body[name] !== undefined &&
          body[name] !== '' && <Folded key={name} label={t(`event.fields.${name}`)} value={body[name]} />,
      )}
    </>
  );
}

/** What the platform noted about an entity: errors, life cycle, statistics, debug. */
export function EventsTab(props: { entity: EntityRef; tenantId: string; initialType?: EventType }) {
  const { t } = useTranslation();
  const [type, setType] = useState<EventType>(props.initialType ?? 'ERROR');
  return (
    <TimedList
      queryKey={['events', props.entity, type]}
      load={(page) => getEvents(props.entity, props.tenantId, type, page)}
      row={(event) => <EventRow event={event} />}
      emptyTitle={t('event.empty')}
      emptyText={t('event.emptyText')}
    >
      <Select
        size="small"
        value={type}
        onChange={(event) => setType(event.target.value as EventType)}
        inputProps={{ 'aria-label': t('event.type') }}
        sx={{ minWidth: 150 }}
      >
        {EVENT_TYPES.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`event.types.${one}`)}
          </MenuItem>
        ))}
      </Select>
    </TimedList>
  );
}
