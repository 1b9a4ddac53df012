import { targetDevice } from '../follows.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';
import { hasFunctions, ledKeys, switchKeys } from './switch-settings.ts';

/** What all controls have in common: they call one device, and are drawn without a target, too. */
const control = { singleEntity: true, sourceOptional: true, shape: 'control' } as const;

const aSwitch = {
  ...control,
  data: targetDevice(switchKeys),
  hasScripts: ({ settings }: { settings?: Readonly<Record<string, unknown>> }) =>
    hasFunctions(settings, 'parseValueFunction', 'convertValueFunction'),
};

export const bundle: WidgetBundle = {
  switch_control: defineWidget({
    ...aSwitch,
    load: async () => (await import('./switches.tsx')).SlideSwitch,
  }),
  round_switch: defineWidget({
    ...aSwitch,
    load: async () => (await import('./switches.tsx')).RoundSwitch,
  }),
  led_indicator: defineWidget({
    ...control,
    data: targetDevice(ledKeys),
    hasScripts: ({ settings }) => hasFunctions(settings, 'parseValueFunction'),
    load: async () => (await import('./led.tsx')).LedIndicator,
  }),
  knob_control: defineWidget({
    ...control,
    data: targetDevice(),
    load: async () => (await import('./knob.tsx')).Knob,
  }),
  rpcbutton: defineWidget({
    ...control,
    data: targetDevice(),
    load: async () => (await import('./buttons.tsx')).RpcButton,
  }),
  update_attributes: defineWidget({
    ...control,
    data: targetDevice(),
    load: async () => (await import('./buttons.tsx')).UpdateAttributes,
  }),
  rpc_debug_terminal: defineWidget({
    ...control,
    data: targetDevice(),
    load: async () => (await import('./debug-terminal.tsx')).DebugTerminal,
  }),
  rpc_remote_shell: defineWidget({
    ...control,
    data: targetDevice(),
    load: async () => (await import('./remote-shell.tsx')).RemoteShell,
  }),
};
