import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import type { DashboardConfiguration } from './configuration.ts';
import { type StateStep, stateName } from './states.ts';
import { ChipMenu } from './toolbar-controls.tsx';

/** The way through the states; each step leads back to itself. Where there is little room it is a menu. */
export function StateCrumbs(props: {
  steps: readonly StateStep[];
  states: DashboardConfiguration['states'];
  asMenu: boolean;
  onGo: (index: number) => void;
}) {
  const { t } = useTranslation();
  const last = props.steps.length - 1;
  if (props.asMenu) {
    const items = props.steps.map((step, index) => ({ index, name: stateName(step, props.states) }));
    return (
      <ChipMenu
        label={items[last]?.name ?? ''}
        hint={t('dashboard.states')}
        items={items}
        // The same state may stand there twice.
        idOf={({ index }) => String(index)}
        nameOf={({ name }) => name}
        selected={String(last)}
        onPick={({ index }) => props.onGo(index)}
      />
    );
  }
  return (
    <Box component="nav" aria-label={t('dashboard.states')} sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box
        component="ol"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, m: 0, p: 0, listStyle: 'none', whiteSpace: 'nowrap' }}
      >
        {props.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same state may stand here twice
          <Box component="li" key={index} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            {index > 0 && <Icon name="chevronRight" size={14} />}
            {index === last ? (
              <Box component="b" aria-current="step" sx={{ fontWeight: 600 }}>
                {stateName(step, props.states)}
              </Box>
            ) : (
              <Box
                component="button"
                type="button"
                onClick={() => props.onGo(index)}
                sx={{
                  font: 'inherit',
                  minHeight: 28,
                  border: 0,
                  background: 'none',
                  color: 'var(--accent-text)',
                  cursor: 'pointer',
                  p: 0,
                }}
              >
                {stateName(step, props.states)}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
