import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** Beside what should change by itself and does not: why. It goes away when it does again. */
export function LiveProblem({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation();
  if (problem === undefined) return null;
  return (
    <Box
      role="status"
      sx={{ display: 'flex', gap: 1.5, alignItems: 'center', fontSize: 13, color: 'var(--critical)', minWidth: 0 }}
    >
      <Icon name="warning" size={16} />
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {t('notLive.text', { reason: problem.replace(/\.$/, '') })}
      </Box>
    </Box>
  );
}
