import { CELL_BUTTON, ROW_CLICK, type TypeParameters } from './controller.ts';
import { text, toggle } from './setting.ts';
import { settingsForm } from './settings-form.ts';
import { columnForm, pagination, reserveSpace, rowStyle } from './table-settings.ts';

/** Settings of tables with a row for each entity. */
export const entitiesTableForm = settingsForm('Table', [
  text('entitiesTitle', 'Title', ''),
  toggle('enableSearch', 'Search', true),
  toggle('enableSelectColumnDisplay', 'Choose which columns are shown', true),
  toggle('enableStickyHeader', 'Keep the header in view', true),
  toggle('enableStickyAction', 'Keep the column of buttons in view', true),
  reserveSpace,
  toggle('displayEntityName', 'Column with the name', true),
  text('entityNameColumnTitle', 'Title of the column with the name', ''),
  toggle('displayEntityLabel', 'Column with the label', false),
  text('entityLabelColumnTitle', 'Title of the column with the label', ''),
  toggle('displayEntityType', 'Column with the kind of entity', true),
  ...pagination,
  text('defaultSortOrder', 'Sort by; a minus in front for descending', 'entityName'),
  ...rowStyle('entity', 'ctx'),
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
