import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { ask, openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { queryClient } from '../app/query-client.ts';
import { attempt, type EntityAction, type Identified } from './entity-action.ts';
import type { ListAction } from './list-header.tsx';

interface Profile extends Identified {
  name: string;
  default: boolean;
}

/** What the pages of both kinds of profiles say and call. */
export interface ProfileWork<Row extends Profile> {
  /** Root of the keys of queries about them, and that of the query for the default one. */
  queryKey: readonly [string];
  defaultKey: string;
  words: {
    setDefault: string;
    setDefaultTitle: (name: string) => string;
    setDefaultText: string;
    isDefault: (name: string) => string;
    import: string;
    imported: (name: string) => string;
  };
  setDefault: (id: string) => Promise<unknown>;
  download: (profile: Row) => Promise<void>;
  /** The dialog that imports one from a file. */
  importDialog: () => Promise<(close: (imported?: Row) => void) => ReactNode>;
}

/** What is done with a profile: export it, make it the default. */
export function profileActions<Row extends Profile>(t: TFunction, work: ProfileWork<Row>): EntityAction<Row>[] {
  const { words } = work;
  return [
    { id: 'export', label: t('action.export'), icon: 'download', run: work.download },
    {
      id: 'default',
      label: words.setDefault,
      icon: 'check',
      isFor: (profile) => !profile.default,
      async run({ id, name }) {
        const sure = await ask({
          title: words.setDefaultTitle(name),
          content: words.setDefaultText,
          confirmLabel: words.setDefault,
          cancelLabel: t('action.cancel'),
        });
        if (!sure) return;
        await work.setDefault(id.id);
        await queryClient.invalidateQueries({ queryKey: work.queryKey });
        await queryClient.invalidateQueries({ queryKey: [work.defaultKey] });
        notifySuccess(words.isDefault(name));
      },
    },
  ];
}

/** Imports a profile from a file. */
export function importProfileAction<Row extends Profile>({
  words,
  queryKey,
  importDialog,
}: ProfileWork<Row>): ListAction {
  return {
    id: 'import',
    label: words.import,
    icon: 'upload',
    keys: 'I',
    run: () =>
      attempt(async () => {
        const imported = await openDialog<Row>(await importDialog());
        if (!imported) return;
        await queryClient.invalidateQueries({ queryKey });
        notifySuccess(words.imported(imported.name));
      }),
  };
}
