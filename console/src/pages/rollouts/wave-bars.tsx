import './texts/texts.ts';
import { Box } from '@mui/material';
import type { RolloutWave } from '@signalbox/contract/rollout';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { partsOf, waveWords } from './rollout-words.ts';

const COLORS: Readonly<Record<ReturnType<typeof partsOf>[number]['name'], string>> = {
  succeeded: 'var(--ok)',
  underWay: 'var(--accent)',
  failed: 'var(--critical)',
  accepted: 'var(--minor)',
  rolledBack: 'var(--text-3)',
  skipped: 'var(--text-3)',
  waiting: 'transparent',
};

/** One wave: a bar of its parts, and how many devices each has. */
function WaveBar(props: { wave: RolloutWave; at: number; isCurrent: boolean }) {
  const { t } = useTranslation();
  const { wave, at } = props;
  const parts = partsOf(wave);
  const words = parts
    .map(({ name, count }) => t(`rollouts.parts.${name}`, { count, formatted: formatNumber(count) }))
    .join(' · ');
  return (
    <Box component="li" aria-current={props.isCurrent ? 'step' : undefined} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: 13 }}>
        <Box component="span" sx={{ fontWeight: props.isCurrent ? 600 : 400 }}>
          {waveWords(t, wave, at)}
        </Box>
        <Box component="span" className="num" sx={{ color: 'text.secondary' }}>
          {t('rollouts.devicesOf', { count: wave.total, formatted: formatNumber(wave.total) })}
        </Box>
      </Box>
      <Box
        aria-hidden="true"
        sx={{ display: 'flex', height: 8, borderRadius: '4px', overflow: 'hidden', background: 'var(--line)' }}
      >
        {parts.map(({ name, count }) => (
          <Box
            key={name}
            style={{ flexGrow: count, background: COLORS[name] }}
            sx={{ flexBasis: 0, minWidth: '2px' }}
          />
        ))}
      </Box>
      <Box className="num" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {words === '' ? t('rollouts.noDevices') : words}
      </Box>
    </Box>
  );
}

/** How far the waves of a roll-out are. */
export function WaveBars(props: { waves: readonly RolloutWave[]; current: number }) {
  const { t } = useTranslation();
  return (
    <Box
      component="ol"
      aria-label={t('rollouts.waves')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}
    >
      {props.waves.map((wave, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: waves have no other name than their place
        <WaveBar key={at} wave={wave} at={at} isCurrent={at === props.current} />
      ))}
    </Box>
  );
}
