import { useEffect, useMemo, useRef, useState } from 'react';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { callOptions } from './device-call.ts';
import { createLastWins } from './last-wins.ts';
import { sentValue, switchSettings } from './switch-settings.ts';
import { useDeviceCalls } from './use-device-calls.ts';
import { useProblem } from './use-problem.ts';

/** A switch as it is drawn. */
export interface SwitchState {
  isOn: boolean;
  isBusy: boolean;
  problem: string | undefined;
  clearProblem: () => void;
  /** Tells the device; what is asked for while it has not answered yet waits, the last wins. */
  turn: (isOn: boolean) => void;
}

/** How the device of a switch stands, and turning it. */
export function useSwitch({ widget, data, scripts }: WidgetProps): SwitchState {
  const settings = settingsOf(widget);
  const device = data.entities[0];
  const calls = useDeviceCalls(device, callOptions(settings));
  const { problem, clear, note } = useProblem();
  const spec = useMemo(() => switchSettings(settings, scripts), [settings, scripts]);
  /** As the device was last known to stand. */
  const [known, setKnown] = useState(spec.initialValue);
  /** What it is to become, until it has answered. */
  const [wanted, setWanted] = useState<boolean>();
  const deviceId = device?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    if (spec.retrieve !== 'rpc' || deviceId === undefined) return;
    void note(async () => setKnown(spec.parse(await calls.call('twoway', spec.getValueMethod, null))));
  }, [deviceId, spec]);

  const reported = data.rows[0]?.data[0];
  const [ts, value] = reported ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each report counts, the same value again as well
  useEffect(() => {
    if (reported) void note(async () => setKnown(spec.parse(sentValue(value))));
  }, [ts, value, spec]);

  const tell = async (isOn: boolean) => {
    const isDone = await note(async () => {
      await calls.call('oneway', spec.setValueMethod, spec.convert(isOn));
    });
    if (isDone) setKnown(isOn);
    setWanted((latest) => (latest === isOn ? undefined : latest));
  };
  const latestTell = useRef(tell);
  latestTell.current = tell;
  const [turnLast] = useState(() => createLastWins((isOn: boolean) => latestTell.current(isOn)));
  return {
    isOn: wanted ?? known,
    isBusy: calls.isBusy,
    problem,
    clearProblem: clear,
    turn(isOn) {
      setWanted(isOn);
      void turnLast(isOn);
    },
  };
}
