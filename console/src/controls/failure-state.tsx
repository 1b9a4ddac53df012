import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureKind, LiveError } from '../api/failure.ts';
import { RequestError } from '../api/http.ts';
import { errorText, failureWords } from './error-text.ts';
import { Icon } from './icon.tsx';

function technicalDetail(error: unknown): string {
  if (error instanceof RequestError) {
    return [`${error.method} ${error.url}`, `status ${error.status}`, error.errorCode && `code ${error.errorCode}`]
      .filter(Boolean)
      .join('\n');
  }
  if (error instanceof LiveError) return `live connection: code ${error.errorCode}\n${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export interface FailureTitles {
  /** What is said of a failure of which nothing more particular is known, and of something that no longer exists. */
  title?: string | undefined;
  /** What is said when it is not permitted. */
  forbiddenTitle?: string | undefined;
}

/** In place of what could not be loaded: what happened, what to do, another try; the technical detail folded. */
export function FailureState(
  props: FailureTitles & { error: unknown; onRetry?: (() => void) | undefined; children?: ReactNode },
) {
  const { t } = useTranslation();
  const { error } = props;
  const kind = failureKind(error);
  const words = failureWords(error, props.title);
  const isForbidden = kind === 'forbidden';
  const ownTitle = isForbidden ? props.forbiddenTitle : kind === 'gone' ? props.title : undefined;
  return (
    <Box role="alert" sx={{ textAlign: 'center', maxWidth: 440, m: 'auto', p: 6, color: 'text.secondary' }}>
      <Box sx={{ color: isForbidden ? 'text.disabled' : 'var(--critical)', mb: 2 }}>
        <Icon name={words.icon} size={32} />
      </Box>
      <Box component="p" sx={{ m: 0, fontWeight: 580, color: 'text.primary' }}>
        {ownTitle ?? words.title}
      </Box>
      <Box sx={{ mt: 1, overflowWrap: 'anywhere' }}>{kind === 'gone' && ownTitle ? t('server.gone') : words.text}</Box>
      <Box sx={{ mt: 4, display: 'flex', gap: 2, justifyContent: 'center' }}>
        {props.onRetry && (
          <Button onClick={props.onRetry}>{t(isForbidden ? 'action.checkAgain' : 'action.retry')}</Button>
        )}
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
