import { controller, ONE_VALUE } from '../controller.ts';
import { choice, toggle } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

/** widgets.md §4.4; the trend is ours. */
export const simpleCard: TypeDefinition = {
  alias: 'simple_card',
  name: 'Simple card',
  description: 'One value, as large as fits, with its name and unit; below it a line of its past if wanted.',
  type: 'latest',
  size: [5, 3],
  controller: controller({
    templateHtml: '<div class="card"><span class="label"></span> <span class="value"></span></div>',
    templateCss:
      '.card { height: 100%; display: flex; align-items: center; justify-content: center; gap: 12px; }\n' +
      '.value { font-size: 32px; font-weight: 500; }',
    on: {
      onInit: ['self.onDataUpdated();'],
      onDataUpdated: [
        'var row = self.ctx.data[0];',
        'if (!row) return;',
        'var key = row.dataKey;',
        'var units = key.units || self.ctx.units;',
        "var decimals = typeof key.decimals === 'number' ? key.decimals : self.ctx.decimals;",
        "var value = row.data.length ? self.ctx.utils.formatValue(row.data[0][1], decimals, units, true) : '';",
        "self.ctx.$container.find('.label').text(key.label);",
        "self.ctx.$container.find('.value').text(value);",
        "var isAbove = self.ctx.settings.labelPosition === 'top';",
        "self.ctx.$container.find('.card').css('flex-direction', isAbove ? 'column' : 'row');",
      ],
    },
    parameters: ONE_VALUE,
  }),
  settings: settingsForm('Card', [
    choice('labelPosition', 'Where the name stands', { left: 'Left of the value', top: 'Above it' }, 'left'),
    toggle('showTrend', 'Line of what the value was', false),
  ]),
  config: {
    showTitle: false,
    datasources: [simulated([{ label: 'Temperature', middle: 22, swing: 5, units: '°C', decimals: 1 }])],
  },
};
