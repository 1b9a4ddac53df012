import { font } from '../font-setting.ts';
import { animation, range, unitTitle } from '../gauge-settings.ts';
import { choice, color, list, listOf, number, type Setting, text, toggle } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';

/** Settings of round and of straight gauges (widgets.md §4.2). */
const common: readonly Setting[] = [
  ...range,
  ...unitTitle(true),
  number('majorTicksCount', 'Large marks on the scale', null),
  number('minorTicks', 'Small marks between two large ones', 2),
  toggle('valueBox', 'Show the value in a box', true),
  number('valueInt', 'Digits before the point in the box', 3),
  color('defaultColor', 'Colour; that of the key without', null),
  color('colorPlate', 'Face', '#fff'),
  color('colorMajorTicks', 'Large marks', '#444'),
  color('colorMinorTicks', 'Small marks', '#666'),
  color('colorNeedle', 'Hand', null),
  color('colorNeedleEnd', 'Tip of the hand', null),
  color('colorNeedleShadowUp', 'Light on the hand', 'rgba(2,255,255,0.2)'),
  color('colorNeedleShadowDown', 'Shadow of the hand', 'rgba(188,143,143,0.45)'),
  color('colorValueBoxRect', 'Edge of the box, at its top', '#888'),
  color('colorValueBoxRectEnd', 'Edge of the box, at its bottom', '#666'),
  color('colorValueBoxBackground', 'Ground of the box', '#babab2'),
  color('colorValueBoxShadow', 'Shadow of the box', 'rgba(0,0,0,1)'),
  listOf('highlights', 'Bands on the scale', 'Band', [
    number('from', 'From'),
    number('to', 'To'),
    color('color', 'Colour'),
  ]),
  number('highlightsWidth', 'Width of the bands', 15),
  toggle('showBorder', 'Border', true),
  font('numbersFont', 'Numbers on the scale', { size: 18 }),
  font('titleFont', 'Name', { size: 24, color: '#888' }),
  font('unitsFont', 'Unit', { size: 22, color: '#888' }),
  font('valueFont', 'Value', { size: 40, color: '#444' }, [color('shadowColor', 'Shadow', 'rgba(0,0,0,0.3)')]),
  ...animation('cycle'),
];

export const linearForm = settingsForm('Gauge', [
  ...common,
  number('barStrokeWidth', 'Width of the bar’s edge', 2.5),
  color('colorBarStroke', 'Edge of the bar', null),
  color('colorBar', 'Empty bar, at its start', '#fff'),
  color('colorBarEnd', 'Empty bar, at its end', '#ddd'),
  color('colorBarProgress', 'Filled bar, at its start', null),
  color('colorBarProgressEnd', 'Filled bar, at its end', null),
]);

export const radialForm = settingsForm('Gauge', [
  ...common,
  number('startAngle', 'Where the scale starts, degrees', 45),
  number('ticksAngle', 'How far the scale goes, degrees', 270),
  number('needleCircleSize', 'Size of the hub', 10),
]);

export const compassForm = settingsForm('Compass', [
  list('majorTicks', 'Names around the compass, clockwise from the top', text('', 'Name')),
  number('minorTicks', 'Small marks between two names', 22),
  toggle('showStrokeTicks', 'Line along the marks', false),
  number('needleCircleSize', 'Size of the hub', 15),
  toggle('showBorder', 'Border', true),
  number('borderOuterWidth', 'Width of the border', 10),
  color('colorPlate', 'Face', '#222'),
  color('colorMajorTicks', 'Large marks', '#f5f5f5'),
  color('colorMinorTicks', 'Small marks', '#ddd'),
  color('colorNeedle', 'Hand', '#f08080'),
  color('colorNeedleCircle', 'Hub', '#e8e8e8'),
  color('colorBorder', 'Border', '#ccc'),
  font('majorTickFont', 'Names', { size: 20, color: '#ccc' }),
  ...animation('cycle'),
  choice('animationTarget', 'What moves', { needle: 'The hand', plate: 'The face' }, 'needle'),
]);
