import { numberOf } from '../drawing/setting-values.ts';
import type { Settings, Widget } from '../model.ts';
import type { DataPageLink, EntityKey } from '../runtime/entity-query.ts';

/** Column and direction that a table is sorted by. Columns of keys are named `key` and their number. */
export interface TableSort {
  column: string;
  direction: 'ASC' | 'DESC';
}

function sortKey(widget: Widget, column: string): EntityKey {
  if (column === 'entityType') return { type: 'ENTITY_FIELD', key: 'type' };
  const key = (widget.config.datasources?.[0]?.dataKeys ?? []).find((_, index) => column === `key ${index}`);
  if (!key) return { type: 'ENTITY_FIELD', key: column === 'entityLabel' ? 'label' : 'name' };
  const type = key.type === 'attribute' ? 'ATTRIBUTE' : key.type === 'entityField' ? 'ENTITY_FIELD' : 'TIME_SERIES';
  return { type, key: key.name };
}

/** The order that the settings of an entities table begin with. */
export function firstSort(widget: Widget): TableSort {
  const text = String(widget.config.settings?.defaultSortOrder || 'entityName');
  const name = text.replace(/^[-+]/, '');
  const direction = text.startsWith('-') ? 'DESC' : 'ASC';
  if (['entityName', 'entityLabel', 'entityType'].includes(name)) return { column: name, direction };
  const keys = widget.config.datasources?.[0]?.dataKeys ?? [];
  const index = keys.findIndex((key) => key.label === name || key.name === name);
  return { column: index >= 0 ? `key ${index}` : 'entityName', direction };
}

/** Rows a page; tables without pages ask for 1024. */
export function tablePageSize(settings: Settings): number {
  if (settings.displayPagination === false) return 1024;
  const size = numberOf(settings.defaultPageSize, 10);
  return size > 0 ? Math.min(1024, Math.floor(size)) : 10;
}

/** The lengths of pages that people may choose from; empty where there are no pages. */
export function pageSizes(settings: Settings): readonly number[] {
  if (settings.displayPagination === false) return [];
  const size = tablePageSize(settings);
  return [...new Set([size, size * 2, size * 3].map((each) => Math.min(1024, each)))];
}

/** Which parts of a table stay where they are while its rows are scrolled. */
export function stickyParts(settings: Settings, actionsByDefault: boolean): { header: boolean; actions: boolean } {
  return {
    header: settings.enableStickyHeader !== false && settings.disableStickyHeader !== true,
    actions: typeof settings.enableStickyAction === 'boolean' ? settings.enableStickyAction : actionsByDefault,
  };
}

/** Whether buttons that are hidden in a row keep their place. */
export function reservesSpace({ reserveSpaceForHiddenAction: reserves }: Settings): boolean {
  return reserves !== false && reserves !== 'false';
}

/** What an entities table asks the server for. */
export function tablePage(
  widget: Widget,
  sort: TableSort = firstSort(widget),
  page = 0,
  search = '',
  pageSize = tablePageSize(widget.config.settings ?? {}),
): DataPageLink {
  return {
    pageSize,
    page,
    textSearch: search || null,
    dynamic: true,
    sortOrder: { key: sortKey(widget, sort.column), direction: sort.direction },
  };
}
