import type { ImportedType } from '@signalbox/contract/bulk-import';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { openImport } from '../imports/import-action.tsx';
import { attempt } from './entity-action.ts';
import type { ListAction } from './list-header.tsx';

/** The import of a list, for its header and the palette; none for people who may not. */
export function useImportAction(type: ImportedType | undefined, changed: () => void): readonly ListAction[] {
  const { t } = useTranslation();
  return useMemo(
    () =>
      type === undefined
        ? []
        : [
            {
              id: 'import',
              label: t('list.import'),
              icon: 'upload',
              run: () =>
                attempt(async () => {
                  if (await openImport(type, t(`list.import_${type}`))) changed();
                }),
            },
          ],
    [t, type, changed],
  );
}
