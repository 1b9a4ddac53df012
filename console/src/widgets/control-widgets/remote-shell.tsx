import './texts/texts.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { CommandLine, useTerminal } from './command-line.tsx';
import { callOptions } from './device-call.ts';
import { perDevice } from './per-device.tsx';
import { runShellCommand, type ShellInfo, shellInfo, terminateShellCommand } from './shell-session.ts';
import { TerminalFrame } from './terminal-frame.tsx';
import { useDeviceCalls } from './use-device-calls.ts';

/** A shell on a device that speaks the protocol of remote shells. Ctrl+C ends the command that runs. */
export const RemoteShell = perDevice(function RemoteShell({ widget, data }: WidgetProps) {
  const { t } = useTranslation();
  const [device] = data.entities;
  const calls = useDeviceCalls(device, { ...callOptions(settingsOf(widget)), isPersistent: false });
  const terminal = useTerminal();
  const [info, setInfo] = useState<ShellInfo>();
  const [isRunning, setRunning] = useState(false);
  const isGone = useRef(false);
  const call = (method: string, params: unknown) => calls.call('twoway', method, params);
  const fail = (error: unknown) => terminal.print('error', error instanceof Error ? error.message : String(error));

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    isGone.current = false;
    if (device) shellInfo(call).then(setInfo, fail);
    return () => {
      isGone.current = true;
    };
  }, []);

  const run = async (command: string) => {
    setRunning(true);
    const output = {
      print: terminal.print,
      onDirectory: (cwd: string) => setInfo((known) => known && { ...known, cwd }),
    };
    // What is gone waits for ever.
    const wait = (ms: number) =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          if (!isGone.current) resolve();
        }, ms);
      });
    try {
      await runShellCommand(call, command, info?.cwd ?? '', output, wait);
    } catch (error) {
      fail(error);
    }
    setRunning(false);
  };

  return (
    <TerminalFrame
      config={widget.config}
      isBusy={calls.isBusy || isRunning}
      about={
        device
          ? t('control.shellOf', {
              device: device.name,
              system: `${info?.platform ?? ''} ${info?.release ?? ''}`.trim(),
            })
          : t('control.noTarget')
      }
    >
      <CommandLine
        label={t('control.shell')}
        prompt={`${info?.cwd ?? ''}$`}
        terminal={terminal}
        isBusy={isRunning || !info}
        onControlKey={(key) => {
          if (!isRunning || (key !== 'c' && key !== 'd')) return false;
          terminateShellCommand(call).catch(fail);
          return true;
        }}
        onEnter={(command) => void run(command)}
      />
    </TerminalFrame>
  );
});
