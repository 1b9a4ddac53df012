import './texts/texts.ts';
import type { WidgetsBundle } from '@signalbox/contract/widget';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteWidgetsBundle, getWidgetsBundles, saveWidgetsBundle } from '../../api/widget-library.ts';
import { listWidgetTypes } from '../../api/widget-types.ts';
import { staysAt } from '../../app/address-ahead.ts';
import { openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { deleteAction } from '../../entity-page/delete-action.ts';
import { attempt, type EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListAction } from '../../entity-page/list-header.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import {
  createdColumn,
  nameColumn,
  pictureColumn,
  textColumn,
  tickColumn,
} from '../../entity-page/standard-columns.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { BundleCards } from './bundle-cards.tsx';
import { libraryChanged, WIDGETS_BUNDLES } from './library-keys.ts';
import { isOfSystem } from './owner.ts';

const BundleDetails = lazyPart(async () => (await import('./bundle-details.tsx')).BundleDetails);

const PATH = '/widgets-bundles';
const DEFAULTS: ListDefaults = { sortProperty: 'title', sortOrder: 'ASC' };

/** What is done with a bundle; several are deleted at once. */
function useBundleActions(ofSystem: boolean): EntityAction<WidgetsBundle>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(() => {
    const deletion = deleteAction<WidgetsBundle>({
      nameOf: ({ title }) => title,
      things: 'widgets_bundle',
      isFor: (bundle) => isOfSystem(bundle) === ofSystem,
      remove: ({ id }) => deleteWidgetsBundle(id.id),
      isKept: true,
      async consequences([bundle], all) {
        if (all > 1 || !bundle) return [t('widgetLibrary.deleteAllTypes'), t('widgetLibrary.deleteOnDashboards')];
        const count = (await listWidgetTypes(bundle.alias, ofSystem)).length;
        return [
          t('widgetLibrary.deleteTypes', { count, formatted: formatNumber(count) }),
          t('widgetLibrary.deleteOnDashboards'),
        ];
      },
      changed: () => void libraryChanged(),
      leaving: ({ id }) => {
        if (staysAt(`${PATH}/${id.id}`)) void navigate(PATH);
      },
    });
    return [
      {
        id: 'open',
        label: t('widgetLibrary.open'),
        icon: 'widgets',
        primary: true,
        run: ({ id }) => navigate(`${PATH}/${id.id}/widgetTypes`),
      },
      {
        id: 'export',
        label: t('action.export'),
        icon: 'download',
        run: async (bundle) => (await import('./download.ts')).downloadBundle(bundle),
      },
      deletion,
    ];
  }, [t, navigate, ofSystem]);
}

/** Over the list: an import, and what was deleted. */
function useListActions(ofSystem: boolean): ListAction[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'import',
        label: t('widgetLibrary.import.bundleAction'),
        icon: 'upload',
        keys: 'I',
        run: () =>
          attempt(async () => {
            const [{ ImportDialog }, { readBundleFile }, { importBundle }] = await Promise.all([
              import('./import-dialog.tsx'),
              import('./exchange.ts'),
              import('./import-files.ts'),
            ]);
            const saved = await openDialog<WidgetsBundle>((close) => (
              <ImportDialog
                title={t('widgetLibrary.import.bundleTitle')}
                text={t('widgetLibrary.import.bundleText')}
                read={readBundleFile}
                wordsOf={({ widgetsBundle: { title }, widgetTypes: { length: count } }) =>
                  t('widgetLibrary.import.bundleReady', { title, count, formatted: formatNumber(count) })
                }
                save={(file) => importBundle(file, ofSystem)}
                close={close}
              />
            ));
            await libraryChanged();
            if (saved) notifySuccess(t('widgetLibrary.import.done', { name: saved.title }));
          }),
      },
      {
        id: 'deleted',
        label: t('widgetLibrary.deletedBundles.title'),
        icon: 'delete',
        run: () =>
          attempt(async () => {
            const { DeletedBundlesDialog } = await import('./deleted-dialogs.tsx');
            await openDialog((close) => <DeletedBundlesDialog onClose={close} />);
          }),
      },
    ],
    [t, ofSystem],
  );
}

/** The bundles of widget types: of the system, and of the tenant. */
export function BundlesPage() {
  const { t } = useTranslation();
  const { authority } = useSession();
  const ofSystem = authority === 'SYS_ADMIN';
  const columns = useMemo<Column<WidgetsBundle>[]>(
    () => [
      nameColumn('title', t('widgetLibrary.title'), (row) => row.title),
      pictureColumn(t('widgetLibrary.image'), (row) => row.image, 4),
      textColumn('description', t('details.description'), (row) => row.description, { width: 320, priority: 2 }),
      tickColumn(t, 'system', t('widgetLibrary.system'), isOfSystem, {
        width: 96,
        priority: 1,
        exported: 'isOfSystem',
      }),
      createdColumn(t, 3),
    ],
    [t],
  );
  const actions = useBundleActions(ofSystem);
  const listActions = useListActions(ofSystem);
  return (
    <EntityPage<WidgetsBundle>
      list="widgetsBundles"
      things="widgets_bundle"
      title={t('widgetLibrary.library')}
      path={PATH}
      queryKey={WIDGETS_BUNDLES}
      load={({ link }) => getWidgetsBundles(link)}
      found={() => (ofSystem ? {} : { own: true })}
      countFound={async ({ link }) =>
        (await getWidgetsBundles({ ...link, pageSize: 1, page: 0, own: !ofSystem })).totalElements
      }
      columns={columns}
      cards={BundleCards}
      defaults={DEFAULTS}
      nameOf={(row) => row.title}
      searchPlaceholder={t('widgetLibrary.search')}
      actions={actions}
      listActions={listActions}
      add={{
        label: t('widgetLibrary.add'),
        dialog: async () => {
          const [{ AddDialog }, { bundleForm }] = await Promise.all([
            import('../../entity-page/add-dialog.tsx'),
            import('./library-forms.ts'),
          ]);
          return (close) => (
            <AddDialog
              title={t('widgetLibrary.addTitle')}
              form={bundleForm(t)}
              save={(body) => saveWidgetsBundle(body)}
              close={close}
            />
          );
        },
        addedWords: ({ title }) => t('list.added', { name: title }),
      }}
      empty={{ icon: 'widgets', title: t('widgetLibrary.empty'), text: t('widgetLibrary.emptyText') }}
      onNearRows={BundleDetails.preload}
      details={(controls) => <BundleDetails controls={controls} ofSystem={ofSystem} />}
    />
  );
}
