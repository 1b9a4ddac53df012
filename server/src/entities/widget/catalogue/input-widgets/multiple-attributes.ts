import { componentController } from '../controller.ts';
import { choice, icon, is, isSet, listOf, number, text, toggle, when } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { functionKey, simulatedBy } from '../widget-config.ts';

const settings = settingsForm('Form', [
  text('widgetTitle', 'Title', ''),
  toggle('showActionButtons', 'Buttons that save and undo; without them each change is saved at once', true),
  ...when(isSet('showActionButtons'), [
    toggle('updateAllValues', 'Save all values, also those that did not change', false),
    text('saveButtonLabel', 'Text of the button that saves', ''),
    text('resetButtonLabel', 'Text of the button that undoes', ''),
  ]),
  toggle('showResultMessage', 'Say whether the values were saved', true),
  toggle('showGroupTitle', 'Title over the fields of each entity', false),
  text('groupTitle', 'Title over the fields of an entity', ''),
  choice('fieldsAlignment', 'Fields', { row: 'Side by side', column: 'Below each other' }, 'row'),
  ...when(is('fieldsAlignment', 'row'), [number('fieldsInRow', 'Fields side by side', 2, { minimum: 1 })]),
]);

const keySettings = settingsForm('Field', [
  choice(
    'dataKeyType',
    'Saved as',
    {
      server: 'Attribute of the server',
      shared: 'Attribute that is shared with the device',
      timeseries: 'Time series',
    },
    'server',
  ),
  choice(
    'dataKeyValueType',
    'What is entered',
    {
      string: 'Text',
      double: 'Number',
      integer: 'Whole number',
      booleanCheckbox: 'Yes or no, as a checkbox',
      booleanSwitch: 'Yes or no, as a switch',
      dateTime: 'Date and time',
      date: 'Date',
      time: 'Time of day',
      select: 'One of several',
    },
    'string',
  ),
  listOf('selectOptions', 'What can be chosen', 'Choice', [
    text('value', 'Value; null: there is none'),
    text('label', 'Text'),
  ]),
  number('step', 'Step between numbers', 1),
  number('minValue', 'Smallest number'),
  number('maxValue', 'Largest number'),
  toggle('required', 'A value is needed', false),
  text('requiredErrorMessage', 'Message when nothing is entered', ''),
  text('minValueErrorMessage', 'Message when the number is too small', ''),
  text('maxValueErrorMessage', 'Message when the number is too large', ''),
  text('invalidDateErrorMessage', 'Message when it is not a date', ''),
  choice(
    'isEditable',
    'The field can be',
    { editable: 'Changed', disabled: 'Neither changed nor used', readonly: 'Read' },
    'editable',
  ),
  text('disabledOnDataKey', 'Not used while this key is false', ''),
  toggle('dataKeyHidden', 'Not shown', false),
  icon('icon', 'Icon'),
]);

/** widgets.md §4.12 */
export const multipleAttributes: TypeDefinition = {
  alias: 'update_multiple_attributes',
  name: 'Update Multiple Attributes',
  description:
    'A form with several fields of entities: attributes and measurements of all kinds, with checks and choices.',
  type: 'latest',
  size: [7.5, 3],
  controller: componentController('tb-multiple-input-widget', 'multipleInputWidget'),
  settings,
  keySettings,
  config: {
    datasources: [
      simulatedBy('Simulated device', [
        functionKey('Name of the place', "return 'Cold store';"),
        functionKey('Set point', 'return 4;', 1, { settings: { dataKeyValueType: 'double' } }),
        functionKey('Alarm', 'return true;', 2, { settings: { dataKeyValueType: 'booleanSwitch' } }),
      ]),
    ],
  },
};
