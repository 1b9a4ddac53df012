// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import {
  choice,
  color,
  is,
  isSet,
  listOf,
  number,
  object,
  required,
  type Setting,
  script,
  text,
  toggle,
  when,
} from '../setting.ts';
import { groupedForm, type SettingsForm, settingsForm } from '../settings-form.ts';

/** Which of the charts over time; line and state charts have the same settings. */
export type ChartKind = 'graph' | 'bar';

const AGO = {
  previousInterval: 'The period before',
  days: 'A day ago',
  weeks: 'A week ago',
  months: 'A month ago',
  years: 'A year ago',
  customInterval: 'As long ago as set below',
};

const grid = object('grid', 'Grid', [
  color('color', 'Frame', '#545454'),
  color('backgroundColor', 'Ground', null),
  color('tickColor', 'Lines', '#DDDDDD'),
  number('outlineWidth', 'Width of the frame, px', 1),
  toggle('verticalLines', 'Vertical lines', true),
  toggle('horizontalLines', 'Horizontal lines', true),
]);

const xaxis = object('xaxis', 'Axis of time', [
  toggle('showLabels', 'Show times', true),
  text('title', 'Title', null),
  color('color', 'Colour', null),
]);

const yaxis = object('yaxis', 'Axis of values', [
  number('min', 'Smallest value', null),
  number('max', 'Largest value', null),
  number('tickDecimals', 'Decimals', 0),
  number('tickSize', 'Distance of the values on the axis', null),
  toggle('showLabels', 'Show values', true),
  text('title', 'Title', null),
  color('color', 'Colour', null),
  script('ticksFormatter', 'Text of a value on the axis', ['value'], ''),
]);

const specific: Readonly<Record<ChartKind, readonly Setting[]>> = {
  graph: [toggle('smoothLines', 'Smooth lines', false)],
  bar: [
    number('defaultBarWidth', 'Width of a bar where values are not aggregated, ms', 600),
    choice(
      'barAlignment',
      'Where a bar stands',
      { left: 'Right of its time', right: 'Left of its time', center: 'On its time' },
      'left',
    ),
  ],
};

/** Settings of charts over time (widgets.md §4.5). */
export const chartForm = (kind: ChartKind): SettingsForm =>
  groupedForm('Chart', [
    {
      title: 'Chart',
      settings: [
        toggle('stack', 'Put series on top of each other', false),
        ...specific[kind],
        number('thresholdsLineWidth', 'Width of thresholds, px'),
        number('shadowSize', 'Shadow of lines, px', 4),
        color('fontColor', 'Colour of texts', '#545454'),
        number('fontSize', 'Size of texts, px', 10),
        toggle('showTooltip', 'Values under the pointer', true),
        toggle('tooltipIndividual', 'Only of the series under the pointer', false),
        toggle('tooltipCumulative', 'Add the values up where series are on top of each other', false),
        script('tooltipValueFormatter', 'Text of a value under the pointer', ['value'], ''),
        toggle('hideZeros', 'Leave out zeros under the pointer', false),
        grid,
        xaxis,
        yaxis,
      ],
    },
    {
      title: 'Comparison',
      settings: [
        toggle('comparisonEnabled', 'Compare with an earlier period', false),
        choice('timeForComparison', 'Earlier period', AGO, 'previousInterval'),
        ...when(is('timeForComparison', 'customInterval'), [
          number('comparisonCustomIntervalValue', 'How long ago, ms', 7_200_000),
        ]),
        object('xaxisSecond', 'Axis of the earlier period', [
          choice('axisPosition', 'Place', { top: 'Above', bottom: 'Below' }, 'top'),
          toggle('showLabels', 'Show times', true),
          text('title', 'Title', null),
        ]),
      ],
    },
    {
      title: 'Values in the legend',
      settings: [
        toggle('customLegendEnabled', 'Values of other keys in the names of series', false),
        ...when(isSet('customLegendEnabled'), [
          listOf('dataKeysListForLabels', 'Keys whose values ${name} stands for', 'Key', [
            required(text('name', 'Key')),
            choice('type', 'Kind', { attribute: 'Attribute', timeseries: 'Time series' }, 'attribute'),
          ]),
        ]),
      ],
    },
  ]);

/** Whether series of a key can be hidden. */
export const legendSettings: readonly Setting[] = [
  toggle('hideDataByDefault', 'Hidden at first', false),
  toggle('disableDataHiding', 'Cannot be hidden', false),
  toggle('removeFromLegend', 'Not in the legend', false),
];

const SHAPES = {
  circle: 'Circle',
  cross: 'Cross',
  diamond: 'Diamond',
  square: 'Square',
  triangle: 'Triangle',
  custom: 'Drawn by a function',
};

/** Draws a cross. */
const CROSS = [
  'var size = radius * Math.sqrt(Math.PI) / 2;',
  'ctx.moveTo(x - size, y - size);',
  'ctx.lineTo(x + size, y + size);',
  'ctx.moveTo(x - size, y + size);',
  'ctx.lineTo(x + size, y - size);',
].join('\n');

/** Settings of a series in charts over time. */
export const seriesForm = (kind: ChartKind): SettingsForm =>
  settingsForm('Series', [
    ...legendSettings,
    toggle('excludeFromStacking', 'Not on top of other series', false),
    required(toggle('showLines', 'Line', kind === 'graph')),
    required(toggle('fillLines', 'Area under the line', false)),
    required(toggle('showPoints', 'Points', false)),
    choice('showPointShape', 'Shape of points', SHAPES, 'circle'),
    script('pointShapeFormatter', 'Draws a point', ['ctx', 'x', 'y', 'radius', 'shadow'], CROSS),
    number('showPointsLineWidth', 'Line of points, px', 5),
    number('showPointsRadius', 'Radius of points, px', 3),
    script('tooltipValueFormatter', 'Text of a value under the pointer', ['value'], ''),
    toggle('showSeparateAxis', 'Axis of its own', false),
    number('axisMin', 'Smallest value', null),
    number('axisMax', 'Largest value', null),
    text('axisTitle', 'Title of the axis', ''),
    number('axisTickDecimals', 'Decimals on the axis', null),
    number('axisTickSize', 'Distance of the values on the axis', null),
    choice('axisPosition', 'Place of the axis', { left: 'Left', right: 'Right' }, 'left'),
    script('axisTicksFormatter', 'Text of a value on the axis', ['value'], ''),
    listOf('thresholds', 'Thresholds', 'Threshold', [
      choice(
        'thresholdValueSource',
        'Where the value is',
        { predefinedValue: 'Here', entityAttribute: 'In an attribute' },
        'predefinedValue',
      ),
      text('thresholdEntityAlias', 'Alias of the entity with the attribute'),
      text('thresholdAttribute', 'Attribute'),
      number('thresholdValue', 'Value'),
      number('lineWidth', 'Width of the line, px'),
      color('color', 'Colour'),
    ]),
    object('comparisonSettings', 'Earlier period', [
      required(toggle('showValuesForComparison', 'Show the earlier period of this series', true)),
      text('comparisonValuesLabel', 'Name of the earlier period', ''),
      color('color', 'Colour of the earlier period', ''),
    ]),
  ]);
