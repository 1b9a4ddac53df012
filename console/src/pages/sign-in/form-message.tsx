import './texts/texts.ts';
import { Box } from '@mui/material';
import type { TFunction } from 'i18next';
import { failureKind } from '../../api/failure.ts';
import { RequestError } from '../../api/http.ts';
import { errorText } from '../../controls/error-text.ts';
import { Icon } from '../../controls/icon.tsx';

/** Beside a form: what concerns none of its fields. An error stands below it, so that nothing moves. */
export function FormMessage({ isError = false, children }: { isError?: boolean; children: string }) {
  return (
    <Box
      role={isError ? 'alert' : 'status'}
      sx={{
        display: 'flex',
        gap: 2,
        p: '8px 12px',
        [isError ? 'mt' : 'mb']: 3.5,
        borderRadius: '8px',
        color: isError ? 'var(--critical)' : 'text.primary',
        background: isError ? 'var(--critical-soft)' : 'var(--accent-soft)',
      }}
    >
      <Icon name={isError ? 'warning' : 'info'} size={16} />
      <span>{children}</span>
    </Box>
  );
}

/** Did the server look at what was typed and refuse that? Else it is away, busy or broken. */
export function isAboutInput(failure: unknown): boolean {
  return failure instanceof RequestError && (failure.status === 400 || failure.status === 401);
}

/** Why a form could not be sent. */
export function failureText(t: TFunction, failure: unknown): string {
  return ['offline', 'unavailable'].includes(failureKind(failure)) ? t('login.serverAway') : errorText(failure);
}
