import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LedLight } from '../../controls/led-light.tsx';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { ControlFrame, controlTitle, TITLE_HEIGHT } from './control-frame.tsx';
import { callOptions, DeviceCallError } from './device-call.ts';
import { perDevice } from './per-device.tsx';
import { sentValue, settingFunction, text } from './switch-settings.ts';
import { useDeviceCalls } from './use-device-calls.ts';
import { useProblem } from './use-problem.ts';

/** ms until a device that did not say how it stands is asked again */
const ASK_AGAIN = 10_000;
/** px */
const MAX_SIZE = 180;

/** A light that shows a value of the device, once the device has said that it is there. */
export const LedIndicator = perDevice(function LedIndicator({ widget, data, width, height, scripts }: WidgetProps) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  const [device] = data.entities;
  const calls = useDeviceCalls(device, callOptions(settings));
  const { problem, clear, note } = useProblem();
  const mustCheck = settings.performCheckStatus !== false;
  const [isChecked, setChecked] = useState(!mustCheck);
  const [isOn, setOn] = useState(settings.initialValue === true);
  const parse = useMemo(() => settingFunction(settings.parseValueFunction, 'data', scripts), [settings, scripts]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked until the device has answered
  useEffect(() => {
    if (isChecked || !device) return;
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const ask = async () => {
      const isThere = await note(async () => {
        const answer = await calls.call('twoway', text(settings.checkStatusMethod, 'checkStatus'), null);
        if (!answer) throw new DeviceCallError(t('control.unknownState'));
      });
      if (isGone) return;
      if (isThere) setChecked(true);
      else timer = setTimeout(() => void ask(), ASK_AGAIN);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isChecked, device?.id]);

  const reported = data.rows[0]?.data[0];
  const [ts, value] = reported ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each report counts
  useEffect(() => {
    if (!isChecked || !reported) return;
    void note(async () => setOn(Boolean(parse ? parse(sentValue(value)) : sentValue(value))));
  }, [isChecked, ts, value, parse]);

  const title = controlTitle(settings);
  const color = text(settings.ledColor, 'green');
  // Around it there is room for its glow.
  const size = Math.max(24, Math.min(width, height - (title ? TITLE_HEIGHT : 0), MAX_SIZE) * 0.76);
  return (
    <ControlFrame title={title} isBusy={calls.isBusy} problem={problem} onCloseProblem={clear}>
      <LedLight
        label={`${title || widget.config.title || ''} ${isOn ? t('control.on') : t('control.off')}`.trim()}
        isOn={isOn}
        size={size}
        color={color}
      />
    </ControlFrame>
  );
});
