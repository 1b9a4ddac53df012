import { type EdgeEvent, isDeployed } from '@signalbox/contract/edge';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { contentOfEvent, getEdgeEvents } from '../../api/edges.ts';
import { getAttributes } from '../../api/telemetry.ts';
import { Ago } from '../../controls/ago.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { LongText } from '../../controls/long-text.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { useTabAddress } from '../../entity-page/tab-address.ts';
import { TimedList } from '../../entity-page/tabs/timed-list.tsx';
import { formatDateTime } from '../../i18n/format.ts';

/** What an event is about, as it is now. */
function EventContent({ event, read }: { event: EdgeEvent; read: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const content = useQuery({ queryKey: ['edge event', event.id.id], queryFn: read, gcTime: 0 });
  return (
    <Loaded from={content} title={t('edge.eventContentFailed')} skeleton={2}>
      {(value) => <LongText label={t('edge.eventBody')} value={value} />}
    </Loaded>
  );
}

/** What an edge has to be told, and whether it was. */
export function EdgeEventsTab({ edgeId }: { edgeId: string }) {
  const { t } = useTranslation();
  const address = useTabAddress();
  const told = useQuery({
    queryKey: ['edge', edgeId, 'told'],
    queryFn: () => getAttributes({ entityType: 'EDGE', id: edgeId }, 'SERVER_SCOPE'),
    staleTime: 0,
  }).data;
  const columns = useMemo<Column<EdgeEvent>[]>(
    () => [
      {
        id: 'time',
        title: t('timed.time'),
        width: 72,
        priority: 0,
        cell: (event) => <Ago ts={event.createdTime} />,
      },
      {
        id: 'type',
        title: t('edge.eventType'),
        width: 96,
        priority: 0,
        cell: (event) => t(`edge.types.${event.type}`),
      },
      {
        id: 'action',
        title: t('edge.eventAction'),
        width: 128,
        priority: 0,
        cell: (event) => t(`edge.actions.${event.action}`),
      },
      {
        id: 'status',
        title: t('edge.eventStatus'),
        width: 72,
        priority: 1,
        cell: (event) =>
          isDeployed(event.createdTime, told ?? []) ? (
            t('edge.deployed')
          ) : (
            <span style={{ color: 'var(--text-2)' }}>{t('edge.pending')}</span>
          ),
      },
    ],
    [t, told],
  );
  return (
    <TimedList
      address={address}
      queryKey={['edge', edgeId, 'events']}
      load={(page) => getEdgeEvents(edgeId, page)}
      label={t('edge.events')}
      columns={columns}
      exported={{
        name: 'edge-events',
        columns: [
          { exported: 'createdTime', title: t('timed.time') },
          { exported: 'type', title: t('edge.eventType') },
          { exported: 'action', title: t('edge.eventAction') },
          { exported: 'status', title: t('edge.eventStatus') },
          { exported: 'entityId', title: t('edge.eventEntity') },
          { exported: 'body', title: t('edge.eventBody') },
        ],
      }}
      nameOf={({ type, action, createdTime }) =>
        `${t(`edge.types.${type}`)} ${t(`edge.actions.${action}`)}, ${formatDateTime(createdTime)}`
      }
      isFailed={() => false}
      details={(event) => {
        const { entityId, body } = event;
        const read = body === null ? contentOfEvent(event) : undefined;
        return [
          ...(entityId ? [<LongText key="entity" label={t('edge.eventEntity')} value={entityId} />] : []),
          ...(body === null ? [] : [<LongText key="body" label={t('edge.eventBody')} value={body} />]),
          ...(read ? [<EventContent key="content" event={event} read={read} />] : []),
        ];
      }}
      empty={{ title: t('edge.eventsEmpty'), text: t('edge.eventsEmptyText') }}
      onClear={undefined}
    />
  );
}
