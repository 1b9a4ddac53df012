import { controller, plainController } from '../controller.ts';
import { code, color, listOf, number, object, required, type Setting, script, text } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { BundleDefinition, TypeDefinition } from '../type-definition.ts';
import { functionKey, simulatedBy } from '../widget-config.ts';
import { BASIC_PINS, type Pin, RASPBERRY_PI_PINS } from './pins.ts';

const pinList = (more: Setting[] = []): Setting =>
  required(
    listOf('gpioList', 'Pins', 'Pin', [
      required(number('pin', 'Number')),
      required(text('label', 'Name')),
      required(number('row', 'Row')),
      required(number('col', 'Column, 0 or 1', undefined, { minimum: 0, maximum: 1 })),
      ...more,
    ]),
  );

const request = (name: string, title: string, method: string, paramsBody: string): Setting =>
  required(
    object(name, title, [
      required(text('method', 'Method', method)),
      required(code('paramsBody', 'Parameters', 'json', paramsBody)),
    ]),
  );

/** Reads the states of all pins and switches one of them (widgets.md §4.11). */
const controlForm = settingsForm('Board', [
  pinList(),
  required(number('requestTimeout', 'How long to wait for an answer, ms', 500, { minimum: 0 })),
  required(color('switchPanelBackgroundColor', 'Colour of the board', '#008a00')),
  request('gpioStatusRequest', 'Call that reads the pins', 'getGpioStatus', '{}'),
  request(
    'gpioStatusChangeRequest',
    'Call that switches a pin',
    'setGpioStatus',
    '{\n  "pin": "{$pin}",\n  "enabled": "{$enabled}"\n}',
  ),
  required(script('parseGpioStatusFunction', 'Whether a pin is on', ['body', 'pin'], 'return body[pin] === true;')),
]);

const panelForm = settingsForm('Board', [
  pinList([color('color', 'Colour of the lamp', 'red')]),
  required(color('ledPanelBackgroundColor', 'Colour of the board', '#008a00')),
]);

const control = (
  texts: Pick<TypeDefinition, 'alias' | 'name' | 'description' | 'size'>,
  gpioList: readonly Pin[],
): TypeDefinition => ({
  ...texts,
  type: 'rpc',
  controller: controller({ on: { onDestroy: ['self.ctx.controlApi.completedCommand();'] } }),
  settings: controlForm,
  preset: { gpioList },
  config: { targetDeviceAliasIds: [], showTitle: false },
});

const COLORS = ['#ff0000', '#ffeb3b', '#2196f3', '#4caf50'];

const panel = (
  texts: Pick<TypeDefinition, 'alias' | 'name' | 'description' | 'size'>,
  pins: readonly Pin[],
): TypeDefinition => ({
  ...texts,
  type: 'latest',
  controller: plainController(),
  settings: panelForm,
  preset: { gpioList: pins.map((pin, place) => ({ ...pin, color: COLORS[place % COLORS.length] })) },
  config: {
    showTitle: false,
    datasources: [
      simulatedBy(
        'Simulated board',
        pins.map(({ pin }, place) => functionKey(String(pin), `return Math.sin(time / 5000 + ${place}) > 0;`, place)),
      ),
    ],
  },
});

export const gpioWidgets: BundleDefinition = {
  alias: 'gpio_widgets',
  title: 'GPIO widgets',
  description: 'Switch the pins of a board and see which of them are on.',
  types: [
    control(
      {
        alias: 'basic_gpio_control',
        name: 'Basic GPIO Control',
        description: 'Switches for a few pins of a board; which ones is set in the widget.',
        size: [4, 2],
      },
      BASIC_PINS,
    ),
    control(
      {
        alias: 'raspberry_pi_gpio_control',
        name: 'Raspberry Pi GPIO Control',
        description: 'Switches for all pins of a Raspberry Pi, where they are on its header.',
        size: [6, 10.5],
      },
      RASPBERRY_PI_PINS,
    ),
    panel(
      {
        alias: 'gpio_panel',
        name: 'Basic GPIO Panel',
        description: 'Lamps for a few pins of a board, lit while the pin is on.',
        size: [5, 2],
      },
      BASIC_PINS,
    ),
    panel(
      {
        alias: 'raspberry_pi_gpio_panel',
        name: 'Raspberry Pi GPIO Panel',
        description: 'Lamps for all pins of a Raspberry Pi, where they are on its header.',
        size: [7, 10.5],
      },
      RASPBERRY_PI_PINS,
    ),
  ],
};
