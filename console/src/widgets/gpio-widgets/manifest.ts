import { latestValues, targetDevice } from '../follows.ts';
import type { WidgetConfig } from '../model.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';

const control = defineWidget({
  data: targetDevice(),
  singleEntity: true,
  sourceOptional: true,
  shape: 'control',
  hasScripts: ({ settings }: WidgetConfig) =>
    typeof settings?.parseGpioStatusFunction === 'string' && settings.parseGpioStatusFunction.trim() !== '',
  load: async () => (await import('./gpio-control.tsx')).GpioControl,
});

const panel = defineWidget({
  data: latestValues,
  dataOptional: true,
  shape: 'control',
  load: async () => (await import('./gpio-panel.tsx')).GpioPanel,
});

export const bundle: WidgetBundle = {
  basic_gpio_control: control,
  raspberry_pi_gpio_control: control,
  gpio_panel: panel,
  raspberry_pi_gpio_panel: panel,
};
