import { Box } from '@mui/material';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlFrame } from '../control-widgets/control-frame.tsx';
import { callOptions, DeviceCallError } from '../control-widgets/device-call.ts';
import { perDevice } from '../control-widgets/per-device.tsx';
import { useDeviceCalls } from '../control-widgets/use-device-calls.ts';
import { useProblem } from '../control-widgets/use-problem.ts';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { Board } from './board.tsx';
import { changeParams, DEFAULT_BOARD, isPinOn, type Pin, pinsOf, requestOf } from './gpio-settings.ts';

/** ms */
const TIMEOUT = 1_000;

/** A board with a switch for each pin; how the pins stand is what the device answers. */
export const GpioControl = perDevice(function GpioControl({ widget, data, scripts }: WidgetProps) {
  const { t } = useTranslation();
  const id = useId();
  const settings = settingsOf(widget);
  const [device] = data.entities;
  const calls = useDeviceCalls(device, callOptions(settings, TIMEOUT));
  const { problem, clear, note } = useProblem();
  const pins = useMemo(() => pinsOf(settings), [settings]);
  const [on, setOn] = useState<ReadonlySet<number>>(new Set());
  /** How pins are to stand, until the device has answered. */
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map());
  const body = settings.parseGpioStatusFunction;
  const parse = useMemo(
    () => (typeof body === 'string' && body.trim() !== '' ? scripts?.compile(body, ['body', 'pin']) : undefined),
    [body, scripts],
  );
  const status = requestOf(settings.gpioStatusRequest, 'getGpioStatus', '{}');
  const change = requestOf(
    settings.gpioStatusChangeRequest,
    'setGpioStatus',
    '{"pin": "{$pin}", "enabled": "{$enabled}"}',
  );

  const take = (answer: unknown) => {
    const isOn = ({ pin }: Pin) => Boolean(parse ? parse(answer, pin) : isPinOn(answer, pin));
    setOn(new Set(pins.filter(isOn).map(({ pin }) => pin)));
  };
  const deviceId = device?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each way to ask
  useEffect(() => {
    if (deviceId === undefined || pins.length === 0) return;
    void note(async () => take(await calls.call('twoway', status.method, status.paramsBody)));
  }, [deviceId, pins, parse, status.method, status.paramsBody]);

  const turn = (pin: number, isOn: boolean) =>
    note(async () => {
      let params: unknown;
      try {
        params = changeParams(change.paramsBody, pin, isOn);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new DeviceCallError(t('gpio.paramsNotJson', { reason }));
      }
      take(await calls.call('twoway', change.method, params));
    });
  // Switches wait for one another: each answer says how all pins stand.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(turn);
  latest.current = turn;
  const ask = (pin: number, isOn: boolean) => {
    if (wanted.has(pin)) return;
    setWanted((before) => new Map(before).set(pin, isOn));
    queue.current = queue.current
      .then(() => latest.current(pin, isOn))
      .finally(() => setWanted((before) => new Map([...before].filter(([other]) => other !== pin))));
  };
  const color =
    typeof settings.switchPanelBackgroundColor === 'string' ? settings.switchPanelBackgroundColor : DEFAULT_BOARD;
  return (
    <ControlFrame title="" isBusy={calls.isBusy} problem={problem} onCloseProblem={clear}>
      <Board id={id} pins={pins} color={color}>
        {({ pin, label }) => {
          const isOn = wanted.get(pin) ?? on.has(pin);
          return (
            <Box
              component="button"
              type="button"
              role="switch"
              aria-checked={isOn}
              aria-busy={wanted.has(pin)}
              aria-label={t('gpio.pin', { pin, label })}
              onClick={() => ask(pin, !isOn)}
              sx={{
                ...{
                  width: 44,
                  height: 24,
                  p: '2px',
                  border: '1px solid rgba(255, 255, 255, 0.7)',
                  borderRadius: '12px',
                },
                ...{ cursor: 'pointer', display: 'block', transition: 'background-color 120ms' },
                bgcolor: isOn ? 'var(--accent)' : '#3a3a3a',
                opacity: wanted.has(pin) ? 0.6 : 1,
                '&:focus-visible': { outline: '2px solid #fff', outlineOffset: '2px' },
              }}
            >
              <Box
                component="span"
                style={{ transform: `translateX(${isOn ? 20 : 0}px)` }}
                sx={{
                  ...{ display: 'block', width: 18, height: 18, borderRadius: '50%', bgcolor: '#fff' },
                  ...{ transition: 'transform 120ms', '[dir=rtl] &': { scale: '-1 1' } },
                }}
              />
            </Box>
          );
        }}
      </Board>
    </ControlFrame>
  );
});
