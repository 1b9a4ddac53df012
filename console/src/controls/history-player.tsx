import './texts/texts.ts';
import { Box, IconButton, MenuItem, Select, Slider } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../i18n/format.ts';
import { neighbourStep, nextTick, PLAYER_SPEEDS, type Playing, started } from './history-steps.ts';
import { Icon, type IconName } from './icon.tsx';

/** In one line, first the time, then the speed and the steps give way to what the time is dragged on. */
const NARROW = {
  containerType: 'inline-size',
  '@container (max-width: 380px)': { '& .time': { display: 'none' } },
  '@container (max-width: 220px)': { '& .speed': { display: 'none' } },
  '@container (max-width: 160px)': { '& .step': { display: 'none' } },
};

/**
 * Plays what was: to the start, back, play or pause, on, to the end, how fast, and the time to look at. Every way to a time
 * but playing ends the playing.
 */
export function HistoryPlayer(props: {
  /** What is played, for those who hear it. */
  label: string;
  /** Of the steps, ascending, on the displayed clock. */
  times: readonly number[];
  /** Where "back" and "on" lead to; absent: a step. */
  anchors?: readonly number[];
  playing: Playing;
  onChange: (playing: Playing) => void;
  /** In one line, without the way to both ends, which the time is dragged to: there is little room. */
  isLow?: boolean;
}) {
  const { t } = useTranslation();
  const { times, playing, onChange, isLow = false } = props;
  const count = times.length;
  const last = Math.max(0, count - 1);
  const at = Math.min(playing.at, last);
  const { isPlaying, speed } = playing;
  const runs = isPlaying && at < last;

  const tick = useRef(() => undefined as unknown);
  tick.current = () => onChange(nextTick({ ...playing, at }, count));
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick.current(), 1000 / speed);
    return () => clearInterval(timer);
  }, [runs, speed]);

  const goTo = (next: number) => onChange({ ...playing, at: next, isPlaying: false });
  const goOn = (direction: -1 | 1) => goTo(neighbourStep(times, at, direction, props.anchors));
  const button = (icon: IconName, name: string, run: () => void, className?: string) => (
    <IconButton size="small" className={className ?? ''} aria-label={name} disabled={count === 0} onClick={run}>
      <Icon name={icon} size={18} />
    </IconButton>
  );
  const now = times[at];
  const time = now === undefined ? t('player.noData') : formatDateTime(now);
  const slider = (
    <Slider
      size="small"
      aria-label={t('player.time')}
      disabled={count === 0}
      min={0}
      max={Math.max(1, last)}
      value={at}
      getAriaValueText={() => time}
      // What stands beside it has no room where it is narrow.
      {...(isLow ? { valueLabelDisplay: 'auto' as const, valueLabelFormat: () => time } : {})}
      onChange={(_, value) => goTo(Number(value))}
    />
  );
  return (
    <Box
      role="group"
      aria-label={props.label}
      sx={{ pt: isLow ? 0 : 1, flex: 'none', direction: 'ltr', ...(isLow ? NARROW : {}) }}
    >
      {!isLow && <Box sx={{ px: 2 }}>{slider}</Box>}
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: isLow ? 'nowrap' : 'wrap', gap: 0.5 }}>
        {!isLow && button('first', t('player.toStart'), () => goTo(0))}
        {button('chevronLeft', t('player.back'), () => goOn(-1), 'step')}
        {runs
          ? button('pause', t('player.pause'), () => onChange({ ...playing, at, isPlaying: false }))
          : button('play', t('player.play'), () => onChange(started({ ...playing, at }, count)))}
        {button('chevronRight', t('player.on'), () => goOn(1), 'step')}
        {!isLow && button('last', t('player.toEnd'), () => goTo(last))}
        {isLow && <Box sx={{ flex: 1, minWidth: 48, px: 2, display: 'flex' }}>{slider}</Box>}
        <Select
          className="speed"
          size="small"
          value={speed}
          onChange={(event) => onChange({ ...playing, at, speed: Number(event.target.value) })}
          inputProps={{ 'aria-label': t('player.speed') }}
          sx={{ fontSize: 13, '& .MuiSelect-select': { py: isLow ? '1px' : '4px' } }}
        >
          {PLAYER_SPEEDS.map((value) => (
            <MenuItem key={value} value={value}>
              {t('player.times', { value })}
            </MenuItem>
          ))}
        </Select>
        <Box
          className="num time"
          dir="auto"
          sx={{
            marginInlineStart: isLow ? 1 : 'auto',
            fontSize: 12,
            color: 'text.secondary',
            whiteSpace: isLow ? 'nowrap' : 'normal',
          }}
        >
          {time}
        </Box>
      </Box>
    </Box>
  );
}
