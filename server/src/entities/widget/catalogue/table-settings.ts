import { choice, functionOr, isSet, number, type Setting, script, text, toggle, when } from './setting.ts';
import { type SettingsForm, settingsForm } from './settings-form.ts';

/** What every table lets people do with its rows. */
export const pagination: readonly Setting[] = [
  toggle('displayPagination', 'Show the rows in pages', true),
  ...when(isSet('displayPagination'), [number('defaultPageSize', 'Rows of a page', 10, { minimum: 1 })]),
];

export const reserveSpace: Setting = choice(
  'reserveSpaceForHiddenAction',
  'Buttons that are hidden in a row',
  { true: 'Keep their place', false: 'Leave no gap' },
  'true',
);

/** A function that styles a row. */
export const rowStyle = (...parameters: string[]): Setting[] =>
  functionOr(
    toggle('useRowStyleFunction', 'Style rows by a function', false),
    script('rowStyleFunction', 'Style of a row', parameters),
  );

/** Functions that style a cell and write its content. */
export const cellFunctions = (...parameters: string[]): Setting[] => [
  ...functionOr(
    toggle('useCellStyleFunction', 'Style cells by a function', false),
    script('cellStyleFunction', 'Style of a cell', parameters),
  ),
  ...functionOr(
    toggle('useCellContentFunction', 'Write cells by a function', false),
    script('cellContentFunction', 'Content of a cell', parameters),
  ),
];

/** Settings of a column of tables of entities and of alarms. */
export const columnForm = (...parameters: string[]): SettingsForm =>
  settingsForm('Column', [
    text('columnWidth', 'Width (px or %)', '0px'),
    ...cellFunctions(...parameters),
    choice('defaultColumnVisibility', 'At first', { visible: 'Shown', hidden: 'Hidden' }, 'visible'),
    choice('columnSelectionToDisplay', 'People may show and hide it', { enabled: 'Yes', disabled: 'No' }, 'enabled'),
  ]);
