import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { CommandLine, useTerminal } from './command-line.tsx';
import { callOptions } from './device-call.ts';
import { perDevice } from './per-device.tsx';
import { typedPayload } from './switch-settings.ts';
import { TerminalFrame } from './terminal-frame.tsx';
import { useDeviceCalls } from './use-device-calls.ts';

/** A method and, after the first space, what it is called with: JSON, else text. */
export function parsedCommand(line: string): { method: string; params: unknown } {
  const [, method = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line.trim()) ?? [];
  return { method, params: rest === '' ? null : typedPayload(rest) };
}

/** Calls methods of the device as they are typed, and shows what it answers. */
export const DebugTerminal = perDevice(function DebugTerminal({ widget, data }: WidgetProps) {
  const { t } = useTranslation();
  const [device] = data.entities;
  const calls = useDeviceCalls(device, callOptions(settingsOf(widget)));
  const terminal = useTerminal();
  const send = async (line: string) => {
    const { method, params } = parsedCommand(line);
    try {
      const answer = await calls.call('twoway', method, params);
      terminal.print('output', JSON.stringify(answer, null, 2) ?? '');
    } catch (error) {
      terminal.print('error', error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <TerminalFrame
      config={widget.config}
      isBusy={calls.isBusy}
      about={device ? t('control.terminalOf', { device: device.name }) : t('control.noTarget')}
    >
      <CommandLine
        label={t('control.terminal')}
        prompt=">"
        terminal={terminal}
        isBusy={calls.isBusy}
        onEnter={(line) => void send(line)}
      />
    </TerminalFrame>
  );
});
