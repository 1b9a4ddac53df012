import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { type AuditLog, getAuditLogs } from '../../api/audit-logs.ts';
import type { EntityRef } from '../../api/entity-ref.ts';
import { Ago } from '../../controls/ago.tsx';
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
  return (
    <TimedList
      queryKey={['audit', entity]}
      load={(page) => getAuditLogs(entity, page)}
      row={(log) => <AuditRow log={log} />}
      emptyTitle={t('audit.empty')}
      emptyText={t('audit.emptyText')}
    />
  );
}
