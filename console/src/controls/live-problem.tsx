import './texts/texts.ts';
import { Box } from '@mui/material';
import i18next from 'i18next';
import { failureLine } from './error-text.ts';
import { Icon } from './icon.tsx';

/** That something does not change by itself although it should, and why. */
export function notLiveText(problem: Error): string {
  const reason = failureLine(problem).replace(/\.$/, '');
  return i18next.t('notLive.text', { reason });
}

/** Beside what should change by itself and does not: why. It goes away when it does again. */
export function LiveProblem({ problem }: { problem: Error | undefined }) {
  if (problem === undefined) return null;
  return (
    <Box
      role="status"
      sx={{ display: 'flex', gap: 1.5, alignItems: 'center', fontSize: 13, color: 'var(--critical)', minWidth: 0 }}
    >
      <Icon name="warning" size={16} />
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {notLiveText(problem)}
      </Box>
    </Box>
  );
}
