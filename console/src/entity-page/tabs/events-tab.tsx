import { Box, Checkbox, FormControlLabel, MenuItem, Select } from '@mui/material';
import { type Event as EntityEvent, EVENT_TYPES, type EventType } from '@signalbox/contract/event';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { getEvents } from '../../api/events.ts';
import { Ago } from '../../controls/ago.tsx';
import { SearchField } from '../search-field.tsx';
import { useTabAddress } from '../tab-address.ts';
import { canLimitToErrors, eventFilter, TEXT_FIELDS, type TextField } from './event-filter.ts';
import { Folded, TimedList } from './timed-list.tsx';

/** Members of the body that stand in the first line of an event, in order, by type. */
const HEADLINES: Record<EventType, readonly string[]> = {
  ERROR: ['method'],
  LC_EVENT: ['event'],
  STATS: ['messagesProcessed', 'errorsOccurred'],
  DEBUG_RULE_NODE: ['type', 'msgType', 'relationType', 'entityName', 'msgId'],
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
        {(HEADLINES[event.type as EventType] ?? []).map(
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
export function EventsTab(props: { entity: EntityRef; tenantId: string }) {
  const { t } = useTranslation();
  const address = useTabAddress();
  const type = address.oneOf<EventType>('type', EVENT_TYPES);
  const field = address.oneOf<TextField>('in', TEXT_FIELDS[type]);
  const search = address.get('search') ?? '';
  const errorsOnly = address.get('errors') === 'true';
  const filter = eventFilter(type, field, search, errorsOnly);
  const filtered = Object.keys(filter).length > 1;
  const { change } = address;
  return (
    <TimedList
      address={address}
      queryKey={['events', props.entity, filter]}
      load={(page) => getEvents(props.entity, props.tenantId, filter, page)}
      row={(event) => <EventRow event={event} />}
      emptyTitle={t(filtered ? 'list.nothingFound' : 'event.empty')}
      emptyText={t(filtered ? 'event.nothingFoundText' : 'event.emptyText')}
    >
      <Select
        size="small"
        value={type}
        onChange={(event) => change({ type: event.target.value, in: undefined })}
        inputProps={{ 'aria-label': t('event.type') }}
        sx={{ minWidth: 150 }}
      >
        {EVENT_TYPES.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`event.types.${one}`)}
          </MenuItem>
        ))}
      </Select>
      <Select
        size="small"
        value={field}
        onChange={(event) => change({ in: event.target.value })}
        inputProps={{ 'aria-label': t('event.searchIn') }}
      >
        {TEXT_FIELDS[type].map((one) => (
          <MenuItem key={one} value={one}>
            {t(`event.searchFields.${one}`)}
          </MenuItem>
        ))}
      </Select>
      <SearchField
        inTab={t('event.contains')}
        placeholder={t('event.contains')}
        value={search}
        onChange={(text) => change({ search: text }, { replace: true })}
      />
      {canLimitToErrors(type) && (
        <FormControlLabel
          sx={{ m: 0 }}
          control={
            <Checkbox
              size="small"
              checked={errorsOnly}
              onChange={(event) => change({ errors: event.target.checked ? 'true' : undefined })}
            />
          }
          label={t('event.errorsOnly')}
        />
      )}
    </TimedList>
  );
}
