import { Box, MenuItem, OutlinedInput, Select } from '@mui/material';
import { ACTION_TYPES, type AuditLog } from '@signalbox/contract/audit-log';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getAuditLogs } from '../../api/audit-logs.ts';
import type { EntityRef } from '../../api/entity-ref.ts';
import { Ago } from '../../controls/ago.tsx';
import { useDebounced } from '../../controls/use-debounced.ts';
import { Folded, TimedList } from './timed-list.tsx';

/** `ATTRIBUTES_UPDATED` → `Attributes updated`. */
export function actionWords(action: string): string {
  const words = action.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function AuditRow({ log }: { log: AuditLog }) {
  const { t } = useTranslation();
  const failed = log.actionStatus === 'FAILURE';
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Box sx={{ color: 'text.disabled', minWidth: 76 }}>
          <Ago ts={log.createdTime} />
        </Box>
        <b style={{ fontWeight: 560 }}>{actionWords(log.actionType)}</b>
        <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {log.userName}
        </Box>
        <Box sx={{ marginInlineStart: 'auto', color: failed ? 'var(--critical)' : 'var(--ok)' }}>
          {t(failed ? 'audit.failure' : 'audit.success')}
        </Box>
      </Box>
      {log.actionData !== null && log.actionData !== undefined && (
        <Folded label={t('audit.data')} value={log.actionData} />
      )}
      {log.actionFailureDetails && <Folded label={t('audit.failureDetails')} value={log.actionFailureDetails} />}
    </>
  );
}

/** Who did what to an entity, and whether it worked. */
export function AuditTab({ entity }: { entity: EntityRef }) {
  const { t } = useTranslation();
  const [action, setAction] = useState('');
  const [text, setText] = useState('');
  const searched = useDebounced(text.trim(), 150);
  const filtered = action !== '' || searched !== '';
  return (
    <TimedList
      queryKey={['audit', entity, action, searched]}
      load={(page) =>
        getAuditLogs(
          entity,
          { textSearch: searched || undefined, actionTypes: action === '' ? undefined : [action] },
          page,
        )
      }
      row={(log) => <AuditRow log={log} />}
      emptyTitle={t(filtered ? 'list.nothingFound' : 'audit.empty')}
      emptyText={t(filtered ? 'event.nothingFoundText' : 'audit.emptyText')}
    >
      <Select
        size="small"
        displayEmpty
        value={action}
        onChange={(event) => setAction(event.target.value)}
        inputProps={{ 'aria-label': t('audit.action') }}
        sx={{ minWidth: 150 }}
      >
        <MenuItem value="">{t('audit.anyAction')}</MenuItem>
        {ACTION_TYPES.map((one) => (
          <MenuItem key={one} value={one}>
            {actionWords(one)}
          </MenuItem>
        ))}
      </Select>
      <OutlinedInput
        size="small"
        type="search"
        value={text}
        placeholder={t('audit.search')}
        inputProps={{ 'aria-label': t('audit.search') }}
        onChange={(event) => setText(event.target.value)}
        sx={{ width: 150 }}
      />
    </TimedList>
  );
}
