import { libraryController, plainController } from '../controller.ts';
import { color, number, object, toggle } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { type ConfigPart, simulated } from '../widget-config.ts';
import { legendSettings } from './chart-form.ts';

const tooltip = toggle('showTooltip', 'Values under the pointer', true);

const byKey: ConfigPart = {
  datasources: [
    simulated([
      { label: 'Heating', middle: 45, swing: 10, decimals: 0 },
      { label: 'Light', middle: 20, swing: 5, decimals: 0 },
      { label: 'Machines', middle: 60, swing: 20, decimals: 0 },
      { label: 'Other', middle: 15, swing: 5, decimals: 0 },
    ]),
  ],
};

/** Charts of latest values with a part for each key that can only show what is under the pointer. */
const plain = (part: Pick<TypeDefinition, 'alias' | 'name' | 'description' | 'size'>): TypeDefinition => ({
  ...part,
  type: 'latest',
  controller: plainController(),
  settings: settingsForm('Chart', [tooltip]),
  config: byKey,
});

/** widgets.md §4.5 */
export const bars = plain({
  alias: 'bars',
  name: 'Bars',
  description: 'Latest values side by side as bars, one for each key.',
  size: [7, 5],
});

export const pieWithLegend = plain({
  alias: 'pie_chart_js',
  name: 'Pie - Chart.js',
  description: 'What share each latest value has of the whole, as slices of a pie with a legend.',
  size: [8, 5],
});

export const polarArea = plain({
  alias: 'polar_area_chart_js',
  name: 'Polar Area',
  description: 'Latest values as slices of equal angle that reach out as far as the value is large.',
  size: [7, 5],
});

export const radar = plain({
  alias: 'radar_chart_js',
  name: 'Radar',
  description:
    'Latest values on spokes around one point, joined to a shape that shows where something is out of balance.',
  size: [7, 5],
});

export const doughnut: TypeDefinition = {
  ...plain({
    alias: 'doughnut_chart_js',
    name: 'Doughnut',
    description: 'What share each latest value has of the whole, as parts of a ring.',
    size: [7, 5],
  }),
  settings: settingsForm('Chart', [
    tooltip,
    number('borderWidth', 'Gap between the parts, px', 5),
    color('borderColor', 'Colour of the gap', '#fff'),
    object('legend', 'Legend', [
      toggle('display', 'Show the legend', true),
      color('labelsFontColor', 'Colour of its texts', '#666'),
    ]),
  ]),
};

export const pie: TypeDefinition = {
  alias: 'pie',
  name: 'Pie- Flot',
  description: 'What share each latest value has of the whole, as slices of a pie or a ring that can be clicked.',
  type: 'latest',
  size: [8, 5],
  controller: libraryController('', "new TbFlot(self.ctx, 'pie')", {
    actionSources: { sliceClick: { name: 'widget-action.pie-slice-click', multiple: false } },
  }),
  settings: settingsForm('Chart', [
    number('radius', 'Size; 1 fills the widget', 1),
    number('innerRadius', 'Size of the hole; 0: there is none', 0),
    toggle('animatedPie', 'Move to new values', false),
    number('tilt', 'Tilt; 1: it lies flat on the page', 1),
    object('stroke', 'Gap between the slices', [color('color', 'Colour', ''), number('width', 'Width, px', 0)]),
    tooltip,
    toggle('showLabels', 'Names and shares on the slices', false),
    color('fontColor', 'Colour of texts', '#545454'),
    number('fontSize', 'Size of texts, px', 10),
  ]),
  keySettings: settingsForm('Slice', legendSettings),
  config: { ...byKey, showLegend: true },
};
