import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveOrDelete } from '../../api/telemetry.ts';
import { errorText } from '../../controls/error-text.ts';
import { type Settings, settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { ControlFrame, controlTitle } from './control-frame.tsx';
import { callOptions, DeviceCallError } from './device-call.ts';
import { perDevice } from './per-device.tsx';
import { StyledButton } from './styled-button.tsx';
import { text, typedPayload } from './switch-settings.ts';
import { useDeviceCalls } from './use-device-calls.ts';
import { useProblem } from './use-problem.ts';

/** ms */
const BUTTON_TIMEOUT = 5_000;

/** Calls a method of the device on a click. */
export const RpcButton = perDevice(function RpcButton({ widget, data }: WidgetProps) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  const calls = useDeviceCalls(data.entities[0], callOptions(settings, BUTTON_TIMEOUT));
  const { problem, clear, note } = useProblem();
  const send = () =>
    note(async () => {
      const kind = settings.oneWayElseTwoWay === false ? 'twoway' : 'oneway';
      const params = typedPayload(text(settings.methodParams, '{}'));
      await calls.call(kind, text(settings.methodName, 'rpcCommand'), params);
    });
  return (
    <ControlFrame
      title={controlTitle(settings)}
      isBusy={calls.isBusy}
      problem={settings.showError === true ? problem : undefined}
      onCloseProblem={clear}
    >
      <StyledButton
        settings={settings}
        text={text(settings.buttonText, t('control.button'))}
        disabled={calls.isBusy}
        onClick={() => void send()}
      />
    </ControlFrame>
  );
});

/** The attributes that a button writes. @throws DeviceCallError when the settings do not hold them as JSON */
function attributesOf(settings: Settings, notJson: string): Record<string, unknown> {
  const values = typedPayload(text(settings.entityParameters, '{}'));
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new DeviceCallError(notJson);
  return values as Record<string, unknown>;
}

/** Writes attributes of the device on a click. */
export const UpdateAttributes = perDevice(function UpdateAttributes({ widget, data }: WidgetProps) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  const [device] = data.entities;
  const [isBusy, setBusy] = useState(false);
  const { problem, clear, note } = useProblem();
  const write = () =>
    note(async () => {
      if (!device) throw new DeviceCallError(t('control.noTarget'));
      if (device.entityType !== 'DEVICE') throw new DeviceCallError(t('control.notADevice'));
      const values = attributesOf(settings, t('control.notJson'));
      const scope = settings.entityAttributeType === 'SHARED_SCOPE' ? 'SHARED_SCOPE' : 'SERVER_SCOPE';
      setBusy(true);
      try {
        await saveOrDelete({ entityType: 'DEVICE', id: device.id }, scope, values);
      } catch (error) {
        throw new DeviceCallError(errorText(error));
      } finally {
        setBusy(false);
      }
    });
  return (
    <ControlFrame title={controlTitle(settings)} isBusy={isBusy} problem={problem} onCloseProblem={clear}>
      <StyledButton
        settings={settings}
        text={text(settings.buttonText, t('control.buttonUpdate'))}
        disabled={isBusy}
        onClick={() => void write()}
      />
    </ControlFrame>
  );
});
