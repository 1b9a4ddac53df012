import './texts/texts.ts';
import { Box } from '@mui/material';
import type { WidgetKind, WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { deleteWidgetType, getBundleTypes } from '../../api/widget-library.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { ask, openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { useAddress } from '../../app/use-address.ts';
import { Loaded } from '../../controls/loaded.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { PreviewDashboard } from '../../dashboard/preview-dashboard.tsx';
import { attempt, type EntityAction } from '../../entity-page/entity-action.ts';
import { type ListAction, ListHeader } from '../../entity-page/list-header.tsx';
import { SearchField } from '../../entity-page/search-field.tsx';
import { bundleQuery } from './bundle-query.ts';
import { BUNDLE_TYPES, libraryChanged } from './library-keys.ts';
import { inLibraryOrder } from './library-order.ts';
import { isOfSystem } from './owner.ts';
import { TypeCard } from './type-card.tsx';

type Type = WidgetTypeDetails;

/** What is done with a type; without changes where the bundle is only read. */
function useTypeActions(
  bundleId: string,
  mayChange: boolean,
  changed: () => Promise<void>,
): readonly EntityAction<Type>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(() => {
    const download: EntityAction<Type> = {
      id: 'export',
      label: t('action.export'),
      icon: 'download',
      run: async (type) => (await import('./download.ts')).downloadType(type),
    };
    const open: EntityAction<Type> = {
      id: 'edit',
      label: t(mayChange ? 'action.edit' : 'widgetLibrary.openType'),
      icon: mayChange ? 'edit' : 'code',
      run: ({ id }) => navigate(`/widgets-bundles/${bundleId}/widgetTypes/${id.id}`),
    };
    if (!mayChange) return [open, download];
    return [
      open,
      download,
      {
        id: 'delete',
        label: t('action.delete'),
        icon: 'delete',
        destructive: true,
        async run({ id, name }) {
          const sure = await ask({
            title: t('list.deleteOneTitle', { name }),
            content: t('widgetLibrary.deleteTypeText'),
            confirmLabel: t('action.delete'),
            cancelLabel: t('action.cancel'),
            destructive: true,
          });
          if (!sure) return;
          await deleteWidgetType(id.id);
          await changed();
          notifySuccess(t('widgetLibrary.typeDeleted', { name }));
        },
      },
    ];
  }, [t, navigate, bundleId, mayChange, changed]);
}

/** Over the types: an import, what was deleted, and the bundle as a file. */
function useBundleActions(bundle: WidgetsBundle | undefined, mayChange: boolean, changed: () => Promise<void>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo<readonly ListAction[]>(() => {
    if (!bundle) return [];
    const download: ListAction = {
      id: 'export',
      label: t('widgetLibrary.exportBundle'),
      icon: 'download',
      isQuiet: true,
      run: () => attempt(async () => (await import('./download.ts')).downloadBundle(bundle)),
    };
    if (!mayChange) return [download];
    return [
      {
        id: 'add',
        label: t('widgetLibrary.addType'),
        icon: 'add',
        keys: 'A',
        run: () =>
          attempt(async () => {
            const { KindDialog } = await import('../../widget-editor/kind-dialog.tsx');
            const kind = await openDialog<WidgetKind>((close) => <KindDialog onClose={close} />);
            if (kind) await navigate(`/widgets-bundles/${bundle.id.id}/widgetTypes/add/${kind}`);
          }),
      },
      {
        id: 'import',
        label: t('widgetLibrary.import.typeAction'),
        icon: 'upload',
        keys: 'I',
        run: () =>
          attempt(async () => {
            const [{ ImportDialog }, { readTypeFile }, { importType }] = await Promise.all([
              import('./import-dialog.tsx'),
              import('./exchange.ts'),
              import('./import-files.ts'),
            ]);
            const saved = await openDialog<Type>((close) => (
              <ImportDialog
                title={t('widgetLibrary.import.typeTitle')}
                text={t('widgetLibrary.import.typeText')}
                read={readTypeFile}
                wordsOf={({ name }) => name}
                save={(file) => importType(file, bundle)}
                close={close}
              />
            ));
            if (!saved) return;
            await changed();
            notifySuccess(t('widgetLibrary.import.done', { name: saved.name }));
          }),
      },
      {
        id: 'deleted',
        label: t('widgetLibrary.deletedTypes.title'),
        icon: 'delete',
        run: () =>
          attempt(async () => {
            const { DeletedTypesDialog } = await import('./deleted-dialogs.tsx');
            await openDialog((close) => <DeletedTypesDialog onClose={close} />);
            await changed();
          }),
      },
      download,
    ];
  }, [t, navigate, bundle, mayChange, changed]);
}

const matches = (type: Type, search: string) =>
  [type.name, type.description].some((text) => text?.toLowerCase().includes(search.trim().toLowerCase()));

/** The types of a bundle, each with a widget of it at work. */
export function BundlePage() {
  const { t } = useTranslation();
  const { widgetsBundleId = '' } = useParams();
  const { authority } = useSession();
  const [address, setAddress] = useAddress();
  /** How often types were changed here: then their widgets are loaded again. */
  const [revision, setRevision] = useState(0);
  const search = address.get('textSearch') ?? '';
  const setSearch = useCallback(
    (text: string) =>
      setAddress(
        (now) => {
          if (text) now.set('textSearch', text);
          else now.delete('textSearch');
          return now;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const bundle = useQuery(bundleQuery(widgetsBundleId));
  const types = useQuery({
    queryKey: [...BUNDLE_TYPES, widgetsBundleId],
    queryFn: async () => {
      const of = bundle.data;
      return of ? inLibraryOrder(await getBundleTypes(of.alias, isOfSystem(of))) : [];
    },
    enabled: bundle.data !== undefined,
  });
  useSetCrumbTitle(bundle.data?.title);
  const mayChange = bundle.data !== undefined && isOfSystem(bundle.data) === (authority === 'SYS_ADMIN');
  const changed = useCallback(async () => {
    await libraryChanged();
    setRevision((count) => count + 1);
  }, []);
  const actions = useTypeActions(widgetsBundleId, mayChange, changed);
  const headerActions = useBundleActions(bundle.data, mayChange, changed);
  const refresh = useCallback(() => void changed(), [changed]);
  const title = bundle.data?.title ?? t('widgetLibrary.bundle');
  const note = bundle.data && [
    ...(isOfSystem(bundle.data) ? [t('widgetLibrary.ofSystem')] : []),
    ...(bundle.data.description ? [bundle.data.description] : []),
  ];
  const loading = bundle.data ? types : { data: undefined, error: bundle.error, refetch: bundle.refetch };
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ flex: 1, minWidth: 0, overflowY: 'auto', p: { xs: '12px', sm: '16px 20px' } }}
    >
      <ListHeader title={title} total={types.data?.length} onRefresh={refresh} actions={headerActions} />
      {note && note.length > 0 && (
        <Box dir="auto" sx={{ mt: -2, mb: 3, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {note.join(' · ')}
        </Box>
      )}
      <SearchField value={search} placeholder={t('widgetLibrary.searchTypes')} onChange={setSearch} />
      <Loaded from={loading} title={t('widgetLibrary.typesFailed')} skeleton={8}>
        {(all: readonly Type[]) => {
          const found = all.filter((type) => matches(type, search));
          if (all.length === 0) {
            return (
              <EmptyState
                icon="widgets"
                title={t('widgetLibrary.noTypes')}
                {...(mayChange ? { text: t('widgetLibrary.noTypesText') } : {})}
              />
            );
          }
          if (found.length === 0) {
            return <EmptyState icon="search" title={t('list.nothingSearched', { search })} />;
          }
          return (
            <PreviewDashboard key={revision}>
              <Box
                component="ul"
                sx={{
                  listStyle: 'none',
                  m: 0,
                  mt: 3,
                  p: 0,
                  display: 'grid',
                  gap: 3,
                  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 360px), 1fr))',
                }}
              >
                {found.map((type) => (
                  <TypeCard key={type.id.id} type={type} actions={actions} />
                ))}
              </Box>
            </PreviewDashboard>
          );
        }}
      </Loaded>
    </Box>
  );
}
