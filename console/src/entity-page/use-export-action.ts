import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlannedCall, plannedCall } from '../api/client.ts';
import { openExport } from '../exports/export-action.tsx';
import type { Column } from './columns.ts';
import { attempt } from './entity-action.ts';
import type { ListAction } from './list-header.tsx';

export type ExportedColumn = Pick<Column<never>, 'title' | 'exported'>;

/** The export of a list as it is shown, for its header and the palette. */
export function useExportAction(list: {
  /** Beginning of the name of the file. */
  name: string;
  total: number | undefined;
  columns: readonly ExportedColumn[];
  /** Whether somebody can turn its columns on and off where it is shown. */
  hasChoice?: boolean;
  /** Loads a page of the list, or all of it. */
  load: () => unknown;
  /** Where all of it is loaded and searched here: what the server has to search for. */
  search?: PlannedCall['query'] | undefined;
}): ListAction {
  const { t } = useTranslation();
  const latest = useRef(list);
  latest.current = list;
  return useMemo(
    () => ({
      id: 'export',
      label: t('list.export'),
      icon: 'download',
      isQuiet: true,
      run: () =>
        attempt(async () => {
          const { name, total, columns, hasChoice = false, load, search } = latest.current;
          const exported = columns.flatMap(({ exported: parts = [], title }) =>
            typeof parts === 'string' ? { path: parts, title } : parts,
          );
          const planned = plannedCall(load);
          const shown = { ...planned, query: { ...planned.query, ...search } };
          await openExport({ name, total, list: shown, columns: exported, hasChoice });
        }),
    }),
    [t],
  );
}
