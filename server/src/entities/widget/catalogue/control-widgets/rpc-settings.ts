import {
  choice,
  code,
  color,
  isSet,
  number,
  object,
  required,
  type Setting,
  script,
  text,
  toggle,
  when,
} from '../setting.ts';

export const requestTimeout = (ms = 500): Setting =>
  required(number('requestTimeout', 'How long to wait for an answer, ms', ms, { minimum: 0 }));

/** How calls to the device are made (widgets.md §4.6, RpcOpts). */
export const callSettings = (timeout?: number): Setting[] => [
  requestTimeout(timeout),
  toggle('requestPersistent', 'Keep calls until the device is there', false),
  ...when(isSet('requestPersistent'), [
    number('persistentPollingInterval', 'How often to look whether it has answered, ms', 5000, { minimum: 1000 }),
  ]),
];

/** Settings of what is switched on and off. */
export const switchSettings: readonly Setting[] = [
  toggle('initialValue', 'On until the state is known', false),
  text('title', 'Title', ''),
  choice(
    'retrieveValueMethod',
    'Where the state comes from',
    {
      none: 'Nowhere',
      rpc: 'The device is asked',
      attribute: 'An attribute',
      timeseries: 'A time series',
    },
    'rpc',
  ),
  text('valueKey', 'Name of the attribute or time series', 'value'),
  text('getValueMethod', 'Method that asks the device', 'getValue'),
  text('setValueMethod', 'Method that switches the device', 'setValue'),
  script('parseValueFunction', 'Whether it is on', ['data'], 'return data ? true : false;'),
  script('convertValueFunction', 'What is sent to the device', ['value'], 'return value;'),
  ...callSettings(),
];

/** Look of a button. */
export const buttonStyle = object('styleButton', 'Look of the button', [
  toggle('isRaised', 'Raised', true),
  toggle('isPrimary', 'In the main colour', false),
  color('bgColor', 'Ground', null),
  color('textColor', 'Text', null),
]);

/** Parameters as JSON, edited as text. */
export const jsonText = (name: string, title: string): Setting => code(name, title, 'json', '{}');
