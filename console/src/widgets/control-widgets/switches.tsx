import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { ControlFrame, controlTitle, TITLE_HEIGHT } from './control-frame.tsx';
import { perDevice } from './per-device.tsx';
import { useSwitch } from './use-switch.ts';

/** Height of a slide switch for its width. */
const SLIDE_RATIO = 0.5;
/** px */
const MAX_SLIDE_WIDTH = 180;
const MAX_ROUND_SIZE = 180;

/** What every switch says to assistive technology. */
function switchProps(isOn: boolean, label: string, turn: (isOn: boolean) => void) {
  return {
    component: 'button' as const,
    type: 'button' as const,
    role: 'switch',
    'aria-checked': isOn,
    'aria-label': label,
    onClick: () => turn(!isOn),
  };
}

const FOCUS = { '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '3px' } } as const;

/** A switch that slides, with its two states written beside it. */
export const SlideSwitch = perDevice(function SlideSwitch(props: WidgetProps) {
  const { t } = useTranslation();
  const { isOn, isBusy, problem, clearProblem, turn } = useSwitch(props);
  const settings = settingsOf(props.widget);
  const title = controlTitle(settings);
  const hasWords = settings.showOnOffLabels !== false;
  const room = props.height - (title ? TITLE_HEIGHT : 0) - 8;
  const width = Math.max(40, Math.min(props.width * (hasWords ? 0.5 : 0.8), room / SLIDE_RATIO, MAX_SLIDE_WIDTH));
  const height = width * SLIDE_RATIO;
  const knob = height - 8;
  const words = (text: string, isActive: boolean) => (
    <Box
      component="span"
      aria-hidden
      sx={{ fontSize: 13, fontWeight: isActive ? 600 : 400, color: isActive ? 'text.primary' : 'text.disabled' }}
    >
      {text}
    </Box>
  );
  return (
    <ControlFrame title={title} isBusy={isBusy} problem={problem} onCloseProblem={clearProblem}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        {hasWords && words(t('control.off'), !isOn)}
        <Box
          {...switchProps(isOn, title || props.widget.config.title || t('control.on'), turn)}
          style={{ width, height, borderRadius: height }}
          sx={{
            p: '4px',
            flex: 'none',
            border: 0,
            cursor: 'pointer',
            bgcolor: isOn ? 'var(--accent)' : 'var(--line-2)',
            boxShadow: 'inset 0 1px 3px rgba(0, 0, 0, 0.25)',
            transition: 'background-color 120ms',
            ...FOCUS,
          }}
        >
          <Box
            component="span"
            style={{
              width: knob,
              height: knob,
              transform: `translateX(${isOn ? width - height : 0}px)`,
            }}
            sx={{
              display: 'block',
              borderRadius: '50%',
              bgcolor: '#fff',
              boxShadow: '0 1px 3px rgba(0, 0, 0, 0.4)',
              transition: 'transform 120ms',
              '[dir=rtl] &': { scale: '-1 1' },
            }}
          />
        </Box>
        {hasWords && words(t('control.on'), isOn)}
      </Box>
    </ControlFrame>
  );
});

/** A round button that stays in, with a ring that is lit while the device is on. */
export const RoundSwitch = perDevice(function RoundSwitch(props: WidgetProps) {
  const { t } = useTranslation();
  const { isOn, isBusy, problem, clearProblem, turn } = useSwitch(props);
  const title = controlTitle(settingsOf(props.widget));
  const size = Math.max(36, Math.min(props.width, props.height - (title ? TITLE_HEIGHT : 0), MAX_ROUND_SIZE) - 12);
  return (
    <ControlFrame title={title} isBusy={isBusy} problem={problem} onCloseProblem={clearProblem}>
      <Box
        {...switchProps(isOn, title || props.widget.config.title || t('control.on'), turn)}
        style={{ width: size, height: size }}
        sx={{ p: 0, border: 0, borderRadius: '50%', cursor: 'pointer', bgcolor: 'transparent', ...FOCUS }}
      >
        <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true" style={{ display: 'block' }}>
          <circle cx="50" cy="50" r="48" fill="var(--surface-2)" stroke="var(--line-2)" strokeWidth="1.5" />
          <circle
            cx="50"
            cy="50"
            r="39"
            fill={isOn ? 'color-mix(in srgb, var(--accent) 12%, var(--surface))' : 'var(--surface)'}
            stroke={isOn ? 'var(--accent)' : 'var(--line-2)'}
            strokeWidth={isOn ? 5 : 3}
          />
          <path
            d="M50 28 V48 M37 36 A19 19 0 1 0 63 36"
            fill="none"
            stroke={isOn ? 'var(--accent)' : 'var(--text-3)'}
            strokeWidth="5"
            strokeLinecap="round"
          />
        </svg>
      </Box>
    </ControlFrame>
  );
});
