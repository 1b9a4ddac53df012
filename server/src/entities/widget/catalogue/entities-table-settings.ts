import { CELL_BUTTON, ROW_CLICK, type TypeParameters } from './controller.ts';
import { isSet, text, toggle, when } from './setting.ts';
import { groupedForm } from './settings-form.ts';
import { columnForm, pagination, reserveSpace, rowStyle } from './table-settings.ts';

/** Settings of tables with a row for each entity. */
export const entitiesTableForm = groupedForm('Table', [
  {
    title: 'Head of the table',
    settings: [
      text('entitiesTitle', 'Title', ''),
      toggle('enableSearch', 'Search', true),
      toggle('enableSelectColumnDisplay', 'Choose which columns are shown', true),
      toggle('enableStickyHeader', 'Keep the header in view', true),
    ],
  },
  {
    title: 'Columns',
    settings: [
      toggle('displayEntityName', 'Column with the name', true),
      ...when(isSet('displayEntityName'), [text('entityNameColumnTitle', 'Title of the column with the name', '')]),
      toggle('displayEntityLabel', 'Column with the label', false),
      ...when(isSet('displayEntityLabel'), [text('entityLabelColumnTitle', 'Title of the column with the label', '')]),
      toggle('displayEntityType', 'Column with the kind of entity', true),
      toggle('enableStickyAction', 'Keep the column of buttons in view', true),
      reserveSpace,
    ],
  },
  {
    title: 'Rows',
    settings: [
      text('defaultSortOrder', 'Sort by; a minus in front for descending', 'entityName'),
      ...pagination,
      ...rowStyle('entity', 'ctx'),
    ],
  },
]);

export const entitiesTableKeyForm = columnForm('value', 'entity', 'ctx');

/** Tables with a row for each entity read them by pages. */
export const entitiesTableRuntime: {
  parameters: TypeParameters;
  actionSources: Record<string, { name: string; multiple: boolean; hasShowCondition?: true }>;
} = {
  parameters: { maxDatasources: 1, hasDataPageLink: true, warnOnPageDataOverflow: false, dataKeysOptional: true },
  actionSources: {
    ...CELL_BUTTON,
    ...ROW_CLICK,
    rowDoubleClick: { name: 'widget-action.row-double-click', multiple: false },
  },
};
