import { componentController } from '../controller.ts';
import { choice, number, type Setting, toggle } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { BundleDefinition, TypeDefinition } from '../type-definition.ts';

const INTERVALS = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  twoWeeks: 'Two weeks',
  month: 'Month',
  threeMonths: 'Three months',
  sixMonths: 'Six months',
};

const interval = (name: string, title: string, value: keyof typeof INTERVALS): Setting =>
  choice(name, title, INTERVALS, value);

/** widgets.md §4.7 */
const dateRangeNavigator: TypeDefinition = {
  alias: 'date_range_navigator',
  name: 'Date-range-navigator',
  description:
    'Sets the period of the whole dashboard by a calendar, and moves it step by step into the past and back.',
  type: 'static',
  size: [5, 5.5],
  controller: componentController('tb-date-range-navigator-widget', null),
  settings: settingsForm('Navigator', [
    toggle('hidePicker', 'Without the calendar', false),
    toggle('onePanel', 'One month instead of two', false),
    toggle('autoConfirm', 'Apply a choice at once', false),
    toggle('showTemplate', 'Offer common periods', false),
    number('firstDayOfWeek', 'First day of the week; 1 is Monday', 1, { minimum: 1, maximum: 7 }),
    toggle('hideInterval', 'Without the choice of a length', false),
    interval('initialInterval', 'Length at first', 'week'),
    toggle('hideStepSize', 'Without the choice of a step', false),
    interval('stepSize', 'Step at first', 'day'),
    toggle('hideLabels', 'Without names of the fields', false),
    toggle('useSessionStorage', 'Remember the choice in this browser window', true),
  ]),
  config: { showTitle: false },
};

export const date: BundleDefinition = {
  alias: 'date',
  title: 'Date',
  description: 'Choose the period that a dashboard shows.',
  types: [dateRangeNavigator],
};
