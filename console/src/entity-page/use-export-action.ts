import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { plannedCall } from '../api/client.ts';
import { openExport } from '../exports/export-action.tsx';
import type { Column } from './columns.ts';
import { attempt } from './entity-action.ts';
import type { ListAction } from './list-header.tsx';

/** The export of a list as it is shown, for its header and the palette. */
export function useExportAction(list: {
  /** Beginning of the name of the file. */
  name: string;
  total: number | undefined;
  columns: readonly Pick<Column<never>, 'title' | 'exported'>[];
  /** Loads a page of the list. */
  load: () => unknown;
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
          const { name, total, columns, load } = latest.current;
          const exported = columns.flatMap(({ exported: path, title }) => (path ? [{ path, title }] : []));
          await openExport({ name, total, list: plannedCall(load), columns: exported });
        }),
    }),
    [t],
  );
}
