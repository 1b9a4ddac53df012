import { choice, is, number, type Setting, text, toggle, when } from '../setting.ts';
import { groupedForm, type SettingsForm, settingsForm } from '../settings-form.ts';

/** Where a widget writes what people enter. */
export type Target = 'timeseries' | 'server' | 'shared';

/** What people enter. */
export type InputKind = 'integer' | 'double' | 'string' | 'boolean' | 'image' | 'date' | 'location';

const title = text('widgetTitle', 'Title', '');
const resultMessage = toggle('showResultMessage', 'Say whether the value was saved', true);
const whenEmpty = text('requiredErrorMessage', 'Message when nothing is entered', '');

const named: readonly Setting[] = [
  toggle('showLabel', 'Show the name of the field', true),
  text('labelValue', 'Name of the field', ''),
];

const numberSettings: readonly Setting[] = [
  ...named,
  whenEmpty,
  number('maxValue', 'Largest value'),
  number('minValue', 'Smallest value'),
];

/** Whether the field has to be filled in; points of a time series always have a value. */
const mustBeEntered = (target: Target): Setting[] =>
  target === 'timeseries' ? [] : [toggle('isRequired', 'A value is needed', true)];

const alignment = choice(
  'inputFieldsAlignment',
  'Fields',
  { column: 'Below each other', row: 'Side by side' },
  'column',
);

/** Settings of a kind besides the title and the message (widgets.md §4.12). */
const SETTINGS: Readonly<Record<InputKind, (target: Target) => Setting[]>> = {
  integer: (target) => [...numberSettings, ...mustBeEntered(target)],
  double: (target) => [...numberSettings, ...mustBeEntered(target)],
  string: (target) => [
    ...named,
    whenEmpty,
    number('maxLength', 'Largest number of letters'),
    number('minLength', 'Smallest number of letters'),
    ...mustBeEntered(target),
  ],
  boolean: () => [text('trueValue', 'Text for yes', ''), text('falseValue', 'Text for no', '')],
  image: () => [
    toggle('displayPreview', 'Show the picture', true),
    toggle('displayClearButton', 'Button that removes the picture', false),
  ],
  date: () => [
    toggle('showLabel', 'Show the name of the field', true),
    toggle('showTimeInput', 'Enter the time of day too', true),
    alignment,
    whenEmpty,
    toggle('isRequired', 'A value is needed', true),
  ],
  location: (target) => [
    text('latKeyName', 'Key of the latitude', 'latitude'),
    text('lngKeyName', 'Key of the longitude', 'longitude'),
    toggle('showLabel', 'Show the names of the fields', true),
    text('latLabel', 'Name of the latitude', ''),
    text('lngLabel', 'Name of the longitude', ''),
    whenEmpty,
    toggle('enableHighAccuracy', 'Find the place as exactly as possible', false),
    toggle('showGetLocation', 'Button that finds the place of this device', true),
    alignment,
    ...(target === 'timeseries'
      ? []
      : [
          toggle('isLatRequired', 'A latitude is needed', true),
          toggle('isLngRequired', 'A longitude is needed', true),
        ]),
  ],
};

export const inputForm = (kind: InputKind, target: Target): SettingsForm =>
  settingsForm('Input', [title, resultMessage, ...SETTINGS[kind](target)]);

export const jsonForm = settingsForm('Input', [
  title,
  choice('widgetMode', 'Saved as', { ATTRIBUTE: 'Attribute', TIME_SERIES: 'Time series' }, 'ATTRIBUTE'),
  ...when(is('widgetMode', 'ATTRIBUTE'), [
    choice(
      'attributeScope',
      'Kind of attribute',
      { SERVER_SCOPE: 'Of the server', SHARED_SCOPE: 'Shared with the device' },
      'SERVER_SCOPE',
    ),
  ]),
  ...named,
  toggle('attributeRequired', 'A value is needed', true),
  resultMessage,
]);

export const cameraForm = settingsForm('Camera', [
  title,
  choice(
    'imageFormat',
    'Format of the picture',
    { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/webp': 'WebP' },
    'image/png',
  ),
  number('imageQuality', 'Quality of JPEG and WebP, 0 to 1', 0.92, { minimum: 0, maximum: 1 }),
  number('maxWidth', 'Largest width, px', 640, { minimum: 1 }),
  number('maxHeight', 'Largest height, px', 480, { minimum: 1 }),
]);

export const claimingForm = groupedForm('Claiming', [
  {
    title: 'General',
    settings: [
      title,
      toggle('deviceSecret', 'Ask for the secret of the device', false),
      toggle('showLabel', 'Show the names of the fields', true),
      text('deviceLabel', 'Name of the field for the device', ''),
      text('requiredErrorDevice', 'Message when no device is entered', ''),
      text('secretKeyLabel', 'Name of the field for the secret', ''),
      text('requiredErrorSecretKey', 'Message when no secret is entered', ''),
      text('labelClaimButon', 'Text of the button', ''),
    ],
  },
  {
    title: 'Messages',
    settings: [
      text('successfulClaimDevice', 'When the device is claimed', ''),
      text('deviceNotFound', 'When there is no such device', ''),
      text('failedClaimDevice', 'When it cannot be claimed', ''),
    ],
  },
]);
