import { Box, useMediaQuery } from '@mui/material';
import { ACTION_TYPES, type AuditLog } from '@signalbox/contract/audit-log';
import type { TFunction } from 'i18next';
import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getAuditLogs } from '../../api/audit-logs.ts';
import type { EntityRef } from '../../api/entity-ref.ts';
import { Ago, Instant } from '../../controls/ago.tsx';
import { LongText } from '../../controls/long-text.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import type { Column } from '../columns.ts';
import { type ChipFilter, FilterChip } from '../filter-chip.tsx';
import { SearchField } from '../search-field.tsx';
import { type ListAddress, useTabAddress } from '../tab-address.ts';
import type { ExportedColumn } from '../use-export-action.ts';
import { TimedList } from './timed-list.tsx';

const isFailed = (log: AuditLog) => log.actionStatus === 'FAILURE';

/** Text that is cut where it does not fit; all of it on hover. */
const text = (words: string | null) => <span title={words ?? ''}>{words}</span>;

/** Columns of the list: without the entity where it is always the same one, and so with the user. */
function useColumns(entity: EntityRef | undefined): Column<AuditLog>[] {
  const { t } = useTranslation();
  const type = entity?.entityType;
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const isExact = type === undefined && !phone;
  return useMemo(() => {
    const ofMany = type === undefined || type === 'CUSTOMER' || type === 'USER';
    const time: Column<AuditLog> = {
      id: 'time',
      title: t('timed.time'),
      width: isExact ? 170 : phone ? 72 : 88,
      priority: 0,
      cell: (log) => (isExact ? <Instant ts={log.createdTime} /> : <Ago ts={log.createdTime} />),
    };
    const status: Column<AuditLog> = {
      id: 'status',
      title: t('audit.status'),
      width: 64,
      priority: 1,
      cell: (log) => (
        <span className={isFailed(log) ? 'bad' : 'good'}>{t(isFailed(log) ? 'audit.failure' : 'audit.success')}</span>
      ),
    };
    if (phone) {
      const what: Column<AuditLog> = {
        id: 'what',
        title: t('audit.what'),
        width: 150,
        priority: 0,
        cell: (log) => <WhatAndWho log={log} entity={ofMany} user={type !== 'USER'} />,
      };
      return [time, what, status];
    }
    const columns: (Column<AuditLog> | false)[] = [
      time,
      ofMany && {
        id: 'entityType',
        title: t('audit.entityType'),
        width: 100,
        priority: 5,
        cell: (log) => t(`entityType.${log.entityId.entityType}`),
      },
      ofMany && {
        id: 'entity',
        title: t('audit.entity'),
        width: 150,
        priority: 3,
        cell: (log) => text(log.entityName),
      },
      type !== 'USER' && {
        id: 'user',
        title: t('user.user'),
        width: 150,
        priority: 4,
        cell: (log) => text(log.userName),
      },
      {
        id: 'action',
        title: t('audit.action'),
        width: 130,
        priority: 0,
        cell: (log) => text(t(`audit.actions.${log.actionType}`)),
      },
      status,
    ];
    return columns.filter((column) => column !== false);
  }, [t, type, phone, isExact]);
}

/** Columns of the file: all of them, also on phones, which show few; but those that say the same in every row. */
function exportedColumns(t: TFunction, type: string | undefined): ExportedColumn[] {
  const ofMany = type === undefined || type === 'CUSTOMER' || type === 'USER';
  const ofEntity = [
    { exported: 'entityId.entityType', title: t('audit.entityType') },
    { exported: 'entityName', title: t('audit.entity') },
  ];
  return [
    { exported: 'createdTime', title: t('timed.time') },
    ...(ofMany ? ofEntity : []),
    ...(type === 'USER' ? [] : [{ exported: 'userName', title: t('user.user') }]),
    { exported: 'actionType', title: t('audit.action') },
    { exported: 'actionStatus', title: t('audit.status') },
    { exported: 'actionFailureDetails', title: t('audit.failureDetails') },
    { exported: 'actionData', title: t('audit.data') },
  ];
}

/** For phones, which lack room for the columns: what was done to what, and below it by whom. */
function WhatAndWho({ log, entity, user }: { log: AuditLog; entity: boolean; user: boolean }) {
  const { t } = useTranslation();
  const action = t(`audit.actions.${log.actionType}`);
  return (
    <Box
      sx={{
        py: 1.5,
        display: 'grid',
        lineHeight: '18px',
        // Names are cut at their end, whichever way they are written.
        '& span': { overflow: 'hidden', textOverflow: 'ellipsis', unicodeBidi: 'plaintext' },
        '[dir="rtl"] & span': { textAlign: 'right' },
      }}
    >
      <span>{entity && log.entityName ? `${action} · ${log.entityName}` : action}</span>
      {user && log.userName && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
          {log.userName}
        </Box>
      )}
    </Box>
  );
}

/** Who did what, and whether it worked: to one entity, or in the whole tenant. */
export function AuditList(
  props: { entity: EntityRef | undefined; address: ListAddress } & Pick<ComponentProps<typeof TimedList>, 'header'>,
) {
  const { t } = useTranslation();
  const { entity, address } = props;
  const { change } = address;
  const action = address.oneOf('action', ['', ...ACTION_TYPES]);
  const search = address.get('search') ?? '';
  const filtered = action !== '' || search !== '';
  const filter: ChipFilter = {
    name: 'action',
    label: t('audit.action'),
    options: ACTION_TYPES.map((one) => ({ value: one, label: t(`audit.actions.${one}`) })),
  };
  return (
    <TimedList
      address={address}
      header={props.header}
      queryKey={['audit', entity ?? 'tenant', action, search]}
      load={(page) =>
        getAuditLogs(
          entity,
          { textSearch: search.trim() || undefined, actionTypes: action === '' ? undefined : [action] },
          page,
        )
      }
      label={t('audit.page')}
      columns={useColumns(entity)}
      exported={{ name: 'audit-log', columns: exportedColumns(t, entity?.entityType) }}
      nameOf={(log) =>
        `${t(`audit.actions.${log.actionType}`)} ${log.entityName ?? ''}, ${formatDateTime(log.createdTime)}`
      }
      isFailed={isFailed}
      details={(log) => [
        ...(log.actionFailureDetails
          ? [<LongText key="failure" label={t('audit.failureDetails')} value={log.actionFailureDetails} />]
          : []),
        ...(log.actionData !== null && log.actionData !== undefined
          ? [<LongText key="data" label={t('audit.data')} value={log.actionData} />]
          : []),
      ]}
      empty={{ title: t('audit.empty'), text: t('audit.emptyText') }}
      onClear={filtered ? () => change({ action: undefined, search: undefined }) : undefined}
    >
      <SearchField
        inTab={t('audit.search')}
        placeholder={t('list.search')}
        value={search}
        onChange={(text) => change({ search: text }, { replace: true })}
      />
      <FilterChip filter={filter} value={action || undefined} onChange={(chosen) => change({ action: chosen })} />
    </TimedList>
  );
}

/** What was done to an entity. */
export function AuditTab({ entity }: { entity: EntityRef }) {
  return <AuditList entity={entity} address={useTabAddress()} />;
}
