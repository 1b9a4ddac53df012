import { Box, MenuItem, Select } from '@mui/material';
import { ACTION_TYPES, type AuditLog } from '@signalbox/contract/audit-log';
import { useTranslation } from 'react-i18next';
import { getAuditLogs } from '../../api/audit-logs.ts';
import type { EntityRef } from '../../api/entity-ref.ts';
import { Ago } from '../../controls/ago.tsx';
import { SearchField } from '../search-field.tsx';
import { type ListAddress, useTabAddress } from '../tab-address.ts';
import { Folded, TimedList } from './timed-list.tsx';

function AuditRow({ log, withEntity }: { log: AuditLog; withEntity: boolean }) {
  const { t } = useTranslation();
  const failed = log.actionStatus === 'FAILURE';
  return (
    <>
      <Box
        sx={
          withEntity
            ? {
                display: { xs: 'flex', md: 'grid' },
                flexWrap: 'wrap',
                columnGap: { xs: 2, md: 4 },
                gridTemplateColumns: '84px 200px minmax(0, 1fr) minmax(0, 1fr) 72px',
              }
            : { display: 'flex', columnGap: 2, flexWrap: 'wrap' }
        }
      >
        <Box sx={{ color: 'text.disabled', minWidth: 76 }}>
          <Ago ts={log.createdTime} />
        </Box>
        <b style={{ fontWeight: 560 }}>{t(`audit.actions.${log.actionType}`)}</b>
        {withEntity && (
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {log.entityName}{' '}
            <Box component="span" sx={{ color: 'text.disabled' }}>
              {t(`entityType.${log.entityId.entityType}`)}
            </Box>
          </Box>
        )}
        <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {log.userName}
        </Box>
        <Box
          sx={{
            marginInlineStart: { xs: 'auto', md: withEntity ? 0 : 'auto' },
            color: failed ? 'var(--critical)' : 'var(--ok)',
          }}
        >
          {t(failed ? 'audit.failure' : 'audit.success')}
        </Box>
      </Box>
      {log.actionFailureDetails && <Folded label={t('audit.failureDetails')} value={log.actionFailureDetails} />}
      {log.actionData !== null && log.actionData !== undefined && (
        <Folded label={t('audit.data')} value={log.actionData} />
      )}
    </>
  );
}

/** Who did what, and whether it worked: to one entity, or in the whole tenant. */
export function AuditList(props: { entity: EntityRef | undefined; address: ListAddress }) {
  const { t } = useTranslation();
  const { entity, address } = props;
  const { change } = address;
  const action = address.oneOf('action', ['', ...ACTION_TYPES]);
  const search = address.get('search') ?? '';
  const filtered = action !== '' || search !== '';
  return (
    <TimedList
      address={address}
      queryKey={['audit', entity ?? 'tenant', action, search]}
      load={(page) =>
        getAuditLogs(
          entity,
          { textSearch: search.trim() || undefined, actionTypes: action === '' ? undefined : [action] },
          page,
        )
      }
      row={(log) => <AuditRow log={log} withEntity={entity === undefined} />}
      emptyTitle={t(filtered ? 'list.nothingFound' : 'audit.empty')}
      emptyText={t(filtered ? 'event.nothingFoundText' : 'audit.emptyText')}
    >
      <SearchField
        inTab={t('audit.search')}
        placeholder={t('list.search')}
        value={search}
        onChange={(text) => change({ search: text }, { replace: true })}
      />
      <Select
        size="small"
        displayEmpty
        value={action}
        onChange={(event) => change({ action: event.target.value || undefined })}
        inputProps={{ 'aria-label': t('audit.action') }}
        sx={{ minWidth: 150 }}
      >
        <MenuItem value="">{t('audit.anyAction')}</MenuItem>
        {ACTION_TYPES.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`audit.actions.${one}`)}
          </MenuItem>
        ))}
      </Select>
    </TimedList>
  );
}

/** What was done to an entity. */
export function AuditTab({ entity }: { entity: EntityRef }) {
  return <AuditList entity={entity} address={useTabAddress()} />;
}
