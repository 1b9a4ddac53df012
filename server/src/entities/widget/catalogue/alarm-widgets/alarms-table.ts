import { CELL_BUTTON, componentController, ROW_CLICK } from '../controller.ts';
import { text, toggle } from '../setting.ts';
import { groupedForm } from '../settings-form.ts';
import { columnForm, pagination, reserveSpace, rowStyle } from '../table-settings.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulatedAlarms } from '../widget-config.ts';

/** widgets.md §4.1 */
export const alarmsTable: TypeDefinition = {
  alias: 'alarms_table',
  name: 'Alarms table',
  description:
    'Lists alarms as they come, with search and filters; people acknowledge and clear them one by one or several at once.',
  type: 'alarm',
  size: [10.5, 6.5],
  controller: componentController('tb-alarms-table-widget', 'alarmsTableWidget', {
    actionSources: { ...CELL_BUTTON, ...ROW_CLICK },
  }),
  settings: groupedForm('Table', [
    {
      title: 'Head of the table',
      settings: [
        text('alarmsTitle', 'Title', ''),
        toggle('enableSearch', 'Search', true),
        toggle('enableFilter', 'Filter by status, severity and type', true),
        toggle('enableSelectColumnDisplay', 'Choose which columns are shown', true),
        toggle('enableStickyHeader', 'Keep the header in view', true),
      ],
    },
    {
      title: 'What people may do',
      settings: [
        toggle('enableSelection', 'Select several alarms', true),
        toggle('displayDetails', 'Button for details', true),
        toggle('allowAcknowledgment', 'People may acknowledge alarms', true),
        toggle('allowClear', 'People may clear alarms', true),
        toggle('enableStickyAction', 'Keep the column of buttons in view', false),
        reserveSpace,
      ],
    },
    {
      title: 'Rows',
      settings: [
        text('defaultSortOrder', 'Sort by; a minus in front for descending', '-createdTime'),
        ...pagination,
        ...rowStyle('alarm', 'ctx'),
      ],
    },
  ]),
  keySettings: columnForm('value', 'alarm', 'ctx'),
  title: 'Alarms',
  config: {
    alarmSource: simulatedAlarms(),
    padding: '4px',
    timewindow: { realtime: { interval: 1000, timewindowMs: 86_400_000 }, aggregation: { type: 'NONE', limit: 200 } },
    useDashboardTimewindow: false,
  },
};
