import { Box } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { Board } from './board.tsx';
import { DEFAULT_BOARD, litPins, pinsOf } from './gpio-settings.ts';

/** A board with a lamp for each pin, lit while the pin is on. */
export function GpioPanel({ widget, data }: WidgetProps) {
  const { t } = useTranslation();
  const id = useId();
  const settings = settingsOf(widget);
  const lit = litPins(data.rows);
  const color = typeof settings.ledPanelBackgroundColor === 'string' ? settings.ledPanelBackgroundColor : DEFAULT_BOARD;
  return (
    <Board id={id} pins={pinsOf(settings)} color={color}>
      {(pin) => {
        const isOn = lit.has(pin.pin);
        return (
          <Box
            role="img"
            aria-label={`${t('gpio.pin', { pin: pin.pin, label: pin.label })} ${t(isOn ? 'gpio.on' : 'gpio.off')}`}
            style={{
              backgroundColor: isOn ? pin.color : `color-mix(in srgb, ${pin.color} 25%, #1a1a1a)`,
              boxShadow: isOn ? `0 0 8px ${pin.color}` : 'none',
            }}
            sx={{
              ...{ width: 20, height: 20, borderRadius: '50%', border: '2px solid rgba(255, 255, 255, 0.65)' },
              backgroundImage: 'radial-gradient(circle at 35% 30%, rgba(255,255,255,.55), rgba(255,255,255,0) 45%)',
            }}
          />
        );
      }}
    </Board>
  );
}
