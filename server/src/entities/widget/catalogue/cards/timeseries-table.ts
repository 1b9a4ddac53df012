import { CELL_BUTTON, componentController, ROW_CLICK } from '../controller.ts';
import { isSet, toggle, when } from '../setting.ts';
import { groupedForm, settingsForm } from '../settings-form.ts';
import { cellFunctions, pagination, reserveSpace, rowStyle } from '../table-settings.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

/** widgets.md §4.4 */
export const timeseriesTable: TypeDefinition = {
  alias: 'timeseries_table',
  name: 'Timeseries table',
  description: 'What was measured in a period, a row for each time and a tab for each entity, the newest first.',
  type: 'timeseries',
  size: [8, 6.5],
  controller: componentController('tb-timeseries-table-widget', 'timeseriesTableWidget', {
    parameters: { ignoreDataUpdateOnIntervalTick: true },
    actionSources: { ...CELL_BUTTON, ...ROW_CLICK },
  }),
  settings: groupedForm('Table', [
    {
      title: 'Head of the table',
      settings: [
        toggle('enableSearch', 'Search', true),
        toggle('enableStickyHeader', 'Keep the header in view', true),
        toggle('disableStickyHeader', 'Let the header scroll with the rows', false),
        toggle('useEntityLabel', 'Labels of entities on the tabs instead of names', false),
      ],
    },
    {
      title: 'Columns',
      settings: [
        toggle('showTimestamp', 'Column with the time', true),
        ...when(isSet('showTimestamp'), [toggle('showMilliseconds', 'Milliseconds in the time', false)]),
        toggle('enableStickyAction', 'Keep the column of buttons in view', true),
        reserveSpace,
      ],
    },
    {
      title: 'Rows',
      settings: [
        toggle('hideEmptyLines', 'Leave out rows without values', false),
        ...pagination,
        ...rowStyle('rowData', 'ctx'),
      ],
    },
  ]),
  keySettings: settingsForm('Column', cellFunctions('value', 'rowData', 'ctx')),
  config: {
    datasources: [
      simulated([
        { label: 'Temperature', middle: 22, swing: 5, units: '°C' },
        { label: 'Humidity', middle: 55, swing: 20, decimals: 0, units: '%' },
      ]),
    ],
    timewindow: { realtime: { interval: 1000, timewindowMs: 60_000 }, aggregation: { type: 'NONE', limit: 200 } },
  },
};
