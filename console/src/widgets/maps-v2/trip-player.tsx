import { Box, IconButton, MenuItem, Select, Slider } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../controls/icon.tsx';
import { formatDateTime } from '../../i18n/format.ts';

/** How many steps a second. */
const SPEEDS = [1, 5, 10, 25] as const;

export interface Playing {
  /** Place among the steps. */
  at: number;
  isPlaying: boolean;
  speed: number;
}

/** Lets the steps go by while it plays, and stops at the last one. */
export function useSteps(playing: Playing, count: number, onStep: () => void) {
  const step = useRef(onStep);
  step.current = onStep;
  const runs = playing.isPlaying && playing.at < count - 1;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => step.current(), 1000 / playing.speed);
    return () => clearInterval(timer);
  }, [runs, playing.speed]);
}

/** Plays a trip: to the start, back, play or pause, on, to the end, how fast, and the time to look at. */
export function TripPlayer(props: {
  times: readonly number[];
  playing: Playing;
  onChange: (change: Partial<Playing>) => void;
}) {
  const { t } = useTranslation();
  const { times, playing, onChange } = props;
  const last = times.length - 1;
  const { at, isPlaying, speed } = playing;
  const runs = isPlaying && at < last;
  const goTo = (next: number) => onChange({ at: Math.min(last, Math.max(0, next)), isPlaying: false });
  const button = (icon: IconName, name: string, run: () => void) => (
    <IconButton size="small" aria-label={name} onClick={run}>
      <Icon name={icon} size={18} />
    </IconButton>
  );
  const time = formatDateTime(times[at] ?? 0);
  return (
    <Box role="group" aria-label={t('trip.player')} sx={{ pt: 1, flex: 'none', direction: 'ltr' }}>
      <Box sx={{ px: 2 }}>
        <Slider
          size="small"
          aria-label={t('trip.time')}
          min={0}
          max={Math.max(1, last)}
          value={at}
          getAriaValueText={() => time}
          onChange={(_, value) => goTo(Number(value))}
        />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 0.5 }}>
        {button('first', t('trip.toStart'), () => goTo(0))}
        {button('chevronLeft', t('trip.back'), () => goTo(at - 1))}
        {runs
          ? button('pause', t('trip.pause'), () => onChange({ isPlaying: false }))
          : button('play', t('trip.play'), () => onChange({ isPlaying: true, at: at >= last ? 0 : at }))}
        {button('chevronRight', t('trip.on'), () => goTo(at + 1))}
        {button('last', t('trip.toEnd'), () => goTo(last))}
        <Select
          size="small"
          value={speed}
          onChange={(event) => onChange({ speed: Number(event.target.value) })}
          inputProps={{ 'aria-label': t('trip.speed') }}
          sx={{ fontSize: 13, '& .MuiSelect-select': { py: '4px' } }}
        >
          {SPEEDS.map((value) => (
            <MenuItem key={value} value={value}>
              {t('trip.times', { value })}
            </MenuItem>
          ))}
        </Select>
        <Box className="num" sx={{ ml: 'auto', fontSize: 12, color: 'text.secondary' }}>
          {time}
        </Box>
      </Box>
    </Box>
  );
}
