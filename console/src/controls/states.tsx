import { Box, Button, Skeleton } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/http.ts';
import { errorText } from './error-text.ts';
import { Icon, type IconName } from './icon.tsx';

/** Says what this is for and offers the first step. */
export function EmptyState(props: { icon?: IconName; title: string; text?: string; children?: ReactNode }) {
  return (
    <Box sx={{ textAlign: 'center', maxWidth: 400, m: 'auto', p: 6, color: 'text.secondary' }}>
      {props.icon && (
        <Box sx={{ color: 'text.disabled', mb: 2 }}>
          <Icon name={props.icon} size={36} />
        </Box>
      )}
      <Box component="p" sx={{ m: 0, fontWeight: 580, color: 'text.primary' }}>
        {props.title}
      </Box>
      {props.text && <Box sx={{ mt: 1 }}>{props.text}</Box>}
      {props.children && <Box sx={{ mt: 4, display: 'flex', gap: 2, justifyContent: 'center' }}>{props.children}</Box>}
    </Box>
  );
}

function technicalDetail(error: unknown): string {
  if (error instanceof RequestError) {
    return [`${error.method} ${error.url}`, `status ${error.status}`, error.errorCode && `code ${error.errorCode}`]
      .filter(Boolean)
      .join('\n');
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What happened, what to do, a retry; the technical detail folded. */
export function FailureState(props: { error: unknown; title?: string; onRetry?: () => void; children?: ReactNode }) {
  const { t } = useTranslation();
  const { error } = props;
  const away = error instanceof RequestError && error.status === 0;
  const text = away ? t('error.unableToConnectText') : errorText(error);
  return (
    <Box role="alert" sx={{ textAlign: 'center', maxWidth: 440, m: 'auto', p: 6, color: 'text.secondary' }}>
      <Box sx={{ color: 'var(--critical)', mb: 2 }}>
        <Icon name="error" size={32} />
      </Box>
      <Box component="p" sx={{ m: 0, fontWeight: 580, color: 'text.primary' }}>
        {away ? t('error.unableToConnect') : (props.title ?? t('error.failed'))}
      </Box>
      <Box sx={{ mt: 1, overflowWrap: 'anywhere' }}>{text}</Box>
      <Box sx={{ mt: 4, display: 'flex', gap: 2, justifyContent: 'center' }}>
        {props.onRetry && <Button onClick={props.onRetry}>{t('action.retry')}</Button>}
        {props.children}
      </Box>
      <Box component="details" sx={{ mt: 4, fontSize: 12, textAlign: 'start' }}>
        <summary>{t('error.detail')}</summary>
        <Box component="pre" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', m: 0, mt: 1 }}>
          {technicalDetail(error)}
        </Box>
      </Box>
    </Box>
  );
}

/** Over what was loaded before: it could not be loaded again, and why. */
export function OutdatedBar({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return <ProblemBar text={t('error.outdated', { reason: errorText(error) })} onRetry={onRetry} />;
}

/** Over what is shown although something went wrong. */
export function ProblemBar({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        p: '6px 12px',
        fontSize: 13,
        background: 'var(--critical-soft)',
        color: 'var(--critical)',
      }}
    >
      <Icon name="warning" size={16} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{text}</Box>
      <Button size="small" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </Box>
  );
}

/** True once `waiting` has lasted 150 ms: what is quicker shows no skeleton. */
export function useDelayed(waiting: boolean, ms = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [waiting, ms]);
  return waiting && late;
}

/** Lines of the final shape while something loads, after 150 ms. */
export function SkeletonLines({ count = 5 }: { count?: number }) {
  const show = useDelayed(true);
  const { t } = useTranslation();
  if (!show) return null;
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ display: 'grid', gap: 3, py: 2 }}>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <Skeleton key={line} variant="rounded" height={18} width={`${90 - ((line * 17) % 40)}%`} />
      ))}
    </Box>
  );
}
