import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureLine } from '../controls/error-text.ts';
import { Icon } from '../controls/icon.tsx';
import { useViewer } from '../dashboard/use-viewer.ts';
import { formatNumber } from '../i18n/format.ts';
import { type AliasFilter, mayBeMultiple } from './alias-filter.ts';
import { type FoundEntities, useFoundEntities } from './use-found-entities.ts';

function Line({ found, filter }: { found: FoundEntities; filter: AliasFilter }) {
  const { t } = useTranslation();
  const { status, total, entities } = found;
  if (status === 'incomplete') return t('alias.found.incomplete');
  if (status === 'state') return t('alias.found.state');
  if (status === 'loading') return t('common.loading');
  if (status === 'error') return t('alias.found.failed', { reason: failureLine(found.error) });
  if (total === 0) return t('alias.found.none');
  const isOne = total > 1 && mayBeMultiple(filter.type) && filter.resolveMultiple !== true;
  return (
    <>
      <Box component="span" sx={{ fontWeight: 580 }}>
        {t('alias.found.some', { count: total, formatted: formatNumber(total) })}
      </Box>
      {': '}
      <bdi>{entities.map(({ name }) => name).join(', ')}</bdi>
      {total > entities.length && ' …'}
      {isOne && <Box sx={{ color: 'text.secondary' }}>{t('alias.found.newestOnly')}</Box>}
    </>
  );
}

/** How many entities a filter finds, and the first of them, while it is edited. */
export function FoundByFilter({ filter, isComplete }: { filter: AliasFilter; isComplete: boolean }) {
  const found = useFoundEntities(filter, isComplete, useViewer());
  const isWrong = found.status === 'error' || (found.status === 'ready' && found.total === 0);
  return (
    <FoundLine isWrong={isWrong} onRetry={found.status === 'error' ? found.retry : undefined}>
      <Line found={found} filter={filter} />
    </FoundLine>
  );
}

/** What was found, in a line of its own. */
export function FoundLine(props: { isWrong: boolean; onRetry: (() => void) | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const { isWrong } = props;
  return (
    <Box
      role="status"
      aria-label={t('alias.found.title')}
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'flex-start',
        p: '8px 12px',
        borderRadius: '8px',
        fontSize: 13,
        overflowWrap: 'anywhere',
        background: isWrong ? 'var(--critical-soft)' : 'var(--accent-soft)',
        color: isWrong ? 'var(--critical)' : 'text.primary',
      }}
    >
      <Box sx={{ lineHeight: 0, mt: '1px', flex: 'none' }}>
        <Icon name={isWrong ? 'warning' : 'search'} size={16} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>{props.children}</Box>
      {props.onRetry && (
        <Button size="small" onClick={props.onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </Box>
  );
}
