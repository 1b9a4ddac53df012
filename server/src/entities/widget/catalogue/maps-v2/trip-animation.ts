import { controller } from '../controller.ts';
import { choice, color, isSet, number, type Setting, script, text, toggle, when } from '../setting.ts';
import { groupedForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import {
  colorOrFunction,
  label,
  latitudeAndLongitude,
  markerImage,
  OF_ENTITY,
  polygonGroup,
  providerGroup,
  tooltipText,
} from './map-settings.ts';
import { driving } from './map-types.ts';

const decorated = isSet('usePolylineDecorator');

const pathSettings: readonly Setting[] = [
  ...colorOrFunction('useColorFunction', 'colorFunction', color('color', 'Colour of the line'), 'Colour'),
  number('strokeWeight', 'Width of the line, px', 2, { minimum: 0 }),
  number('strokeOpacity', 'Opacity of the line, 0 to 1', 1, { minimum: 0, maximum: 1 }),
  toggle('usePolylineDecorator', 'Arrows or dashes on the line', false),
  ...when(decorated, [
    choice('decoratorSymbol', 'What is on the line', { arrowHead: 'Arrows', dash: 'Dashes' }, 'arrowHead'),
    number('decoratorSymbolSize', 'Size, px', 10, { minimum: 1 }),
    toggle('useDecoratorCustomColor', 'In a colour of their own', false),
  ]),
  ...when(`${decorated} && ${isSet('useDecoratorCustomColor')}`, [color('decoratorCustomColor', 'Colour', '#000')]),
  ...when(decorated, [
    text('decoratorOffset', 'Distance from the start, px or %'),
    text('endDecoratorOffset', 'Distance from the end, px or %'),
    text('decoratorRepeat', 'Distance from each other, px or %', '20px'),
  ]),
];

const shown = isSet('showPoints');

const pointSettings: readonly Setting[] = [
  toggle('showPoints', 'Show the points that were measured', false),
  ...when(shown, [color('pointColor', 'Colour'), toggle('useColorPointFunction', 'Colour by a function', false)]),
  ...when(`${shown} && ${isSet('useColorPointFunction')}`, [script('colorPointFunction', 'Colour', OF_ENTITY)]),
  ...when(shown, [
    number('pointSize', 'Size, px', 10, { minimum: 1 }),
    toggle('usePointAsAnchor', 'Only some of them', false),
  ]),
  ...when(`${shown} && ${isSet('usePointAsAnchor')}`, [
    script('pointAsAnchorFunction', 'Whether a point is shown', OF_ENTITY),
  ]),
  ...when(shown, [toggle('pointTooltipOnRightPanel', 'Their tooltip at the side', true)]),
];

/** widgets.md §4.13 */
export const tripAnimation: TypeDefinition = {
  alias: 'test',
  name: 'Trip Animation',
  description: 'Plays back where something went: a marker drives along its route, with the values of each moment.',
  type: 'timeseries',
  size: [10, 6.5],
  controller: controller({
    templateHtml: '<trip-animation [ctx]="ctx"></trip-animation>',
    actionSources: { tooltipAction: { name: 'widget-action.tooltip-tag-action', multiple: false } },
  }),
  settings: groupedForm('Trip', [
    providerGroup('openstreet-map', ['google-map', 'openstreet-map', 'here', 'tencent-map']),
    {
      title: 'Trip',
      settings: [
        number('normalizationStep', 'Step of the player, ms', 1000, { minimum: 1 }),
        ...latitudeAndLongitude,
        ...label,
        toggle('showTooltip', 'Tooltip', true),
        color('tooltipColor', 'Ground of the tooltip', '#fff'),
        color('tooltipFontColor', 'Text of the tooltip', '#000'),
        number('tooltipOpacity', 'Opacity of the tooltip, 0 to 1', 1, { minimum: 0, maximum: 1 }),
        toggle('autocloseTooltip', 'Close a tooltip when another one opens', true),
        ...tooltipText,
        number('rotationAngle', 'Turn the marker by, degrees', 0),
        ...markerImage,
      ],
    },
    { title: 'Path', settings: pathSettings },
    { title: 'Points', settings: pointSettings },
    polygonGroup(false),
  ]),
  config: {
    showTitle: false,
    useDashboardTimewindow: false,
    timewindow: { history: { interval: 1000, timewindowMs: 60_000 }, aggregation: { type: 'NONE', limit: 500 } },
    datasources: [driving('Truck', 52.52, 13.4, 60)],
  },
};
