import { font } from '../font-setting.ts';
import { animation, range, unitTitle } from '../gauge-settings.ts';
import {
  choice,
  color,
  isNotSet,
  isSet,
  list,
  listOf,
  number,
  object,
  type Setting,
  text,
  toggle,
  when,
} from '../setting.ts';
import { settingsForm } from '../settings-form.ts';

/** A number, or the attribute that holds it. */
const source: readonly Setting[] = [
  choice(
    'valueSource',
    'Where the value is',
    { predefinedValue: 'Here', entityAttribute: 'In an attribute' },
    'predefinedValue',
  ),
  text('entityAlias', 'Alias of the entity with the attribute'),
  text('attribute', 'Attribute'),
  number('value', 'Value'),
];

/** widgets.md §4.3 */
export const digitalGaugeForm = settingsForm('Gauge', [
  ...range,
  choice(
    'gaugeType',
    'Shape',
    { arc: 'Arc', donut: 'Ring', horizontalBar: 'Horizontal bar', verticalBar: 'Vertical bar' },
    'arc',
  ),
  number('donutStartAngle', 'Where a ring starts, degrees', 90),
  number('neonGlowBrightness', 'Glow, from 0 to 100', 0, { minimum: 0, maximum: 100 }),
  number('dashThickness', 'Width of the strokes that it is made of; 0: it is solid', 0, { minimum: 0 }),
  toggle('roundedLineCap', 'Round ends', false),
  text('title', 'Title; the name of the key without', null),
  toggle('showTitle', 'Show the title', false),
  ...unitTitle(false),
  toggle('showTimestamp', 'Show when the value was measured', false),
  text('timestampFormat', 'Format of the time', 'yyyy-MM-dd HH:mm:ss'),
  toggle('showValue', 'Show the value', true),
  toggle('showMinMax', 'Show the smallest and the largest value', true),
  number('gaugeWidthScale', 'Width of the gauge', 0.75),
  color('defaultColor', 'Colour; that of the key without', null),
  color('gaugeColor', 'Ground of the gauge', null),
  toggle('useFixedLevelColor', 'Colours from one value to another', false),
  ...when(isNotSet('useFixedLevelColor'), [list('levelColors', 'Colours from low to high', color('', 'Colour'))]),
  ...when(isSet('useFixedLevelColor'), [
    listOf('fixedLevelColors', 'Colours from one value to another', 'Level', [
      object('from', 'From', source),
      object('to', 'To', source),
      color('color', 'Colour'),
    ]),
  ]),
  toggle('showTicks', 'Marks at certain values', false),
  number('tickWidth', 'Width of the marks', 4),
  color('colorTicks', 'Colour of the marks', '#666'),
  listOf('ticksValue', 'Values with a mark', 'Mark', source),
  ...animation('linear'),
  font('titleFont', 'Title', { size: 12 }),
  font('labelFont', 'Name of what is measured', { size: 8 }),
  font('valueFont', 'Value', { size: 18 }),
  font('minMaxFont', 'Smallest and largest value', { size: 10 }),
]);
