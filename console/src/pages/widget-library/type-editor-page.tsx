import './texts/texts.ts';
import { NULL_UUID } from '@signalbox/contract/id';
import { WIDGET_KINDS, type WidgetsBundle, type WidgetTypeDetails } from '@signalbox/contract/widget';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { getWidgetType } from '../../api/widget-library.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { useSession } from '../../app/session.ts';
import { FailureState } from '../../controls/failure-state.tsx';
import { EmptyState, SkeletonLines } from '../../controls/states.tsx';
import { findTypeDraft } from '../../widget-editor/drafts.ts';
import { newType } from '../../widget-editor/model/skeletons.ts';
import { TypeEditor } from '../../widget-editor/type-editor.tsx';
import { toStored } from '../../widget-editor/use-save-type.tsx';
import { bundleQuery } from './bundle-query.ts';
import { libraryChanged } from './library-keys.ts';
import { isOfSystem } from './owner.ts';

/** What is edited is not replaced under the hands of who edits it. */
const ONCE = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const;

/** Where the editor leads to, and what its person may do. */
function useEditorPlace(bundle: WidgetsBundle | undefined) {
  const navigate = useNavigate();
  const { authority, claims } = useSession();
  const isOfSystemAdministrator = authority === 'SYS_ADMIN';
  return {
    mayChange: bundle !== undefined && isOfSystem(bundle) === isOfSystemAdministrator,
    ownTenantId: isOfSystemAdministrator ? NULL_UUID : (claims?.tenantId ?? ''),
    onOpen: useCallback(
      (type: WidgetTypeDetails, { id }: WidgetsBundle) =>
        void navigate(`/widgets-bundles/${id.id}/widgetTypes/${type.id.id}`, { replace: true }),
      [navigate],
    ),
  };
}

/** A widget type in its editor. */
export function TypeEditorPage() {
  const { t } = useTranslation();
  const { widgetsBundleId = '', widgetTypeId = '' } = useParams();
  const client = useQueryClient();
  const edited = ['edited widget type', widgetTypeId];
  const bundle = useQuery(bundleQuery(widgetsBundleId));
  const type = useQuery({
    queryKey: edited,
    queryFn: async () => {
      const [stored, draft] = await Promise.all([getWidgetType(widgetTypeId), findTypeDraft(widgetTypeId)]);
      return { stored, draft, start: toStored(stored) };
    },
    ...ONCE,
  });
  const { mayChange, ...place } = useEditorPlace(bundle.data);
  useSetCrumbTitle(type.data?.stored.name);
  const error = bundle.data && type.data ? undefined : (bundle.error ?? type.error);
  if (error) {
    const retry = () => {
      void bundle.refetch();
      void type.refetch();
    };
    return <FailureState error={error} title={t('widgetLibrary.typeFailed')} onRetry={retry} />;
  }
  if (!bundle.data || !type.data) return <SkeletonLines count={6} />;
  return (
    <TypeEditor
      key={widgetTypeId}
      {...type.data}
      {...place}
      draftId={widgetTypeId}
      draft={mayChange ? type.data.draft : undefined}
      bundle={bundle.data}
      isSystem={isOfSystem(bundle.data)}
      readOnly={!mayChange}
      onChanged={async (saved) => {
        // What it is called stands over the page, too.
        if (saved.id.id === widgetTypeId) client.setQueryData(edited, { ...type.data, stored: saved });
        await libraryChanged(saved);
      }}
    />
  );
}

/** A new widget type in its editor. */
export function NewTypePage() {
  const { t } = useTranslation();
  const { widgetsBundleId = '', widgetType } = useParams();
  const kind = WIDGET_KINDS.find((one) => one === widgetType) ?? 'timeseries';
  const draftId = `new ${kind} ${widgetsBundleId}`;
  const bundle = useQuery(bundleQuery(widgetsBundleId));
  const draft = useQuery({
    queryKey: ['new widget type', draftId],
    queryFn: async () => ({ found: await findTypeDraft(draftId) }),
    ...ONCE,
  });
  const start = useMemo(() => ({ content: newType(kind), state: '' }), [kind]);
  const { mayChange, ...place } = useEditorPlace(bundle.data);
  useSetCrumbTitle(t('widgetLibrary.newType'));
  if (bundle.error) {
    return (
      <FailureState error={bundle.error} title={t('widgetLibrary.typesFailed')} onRetry={() => void bundle.refetch()} />
    );
  }
  if (!bundle.data || !draft.data) return <SkeletonLines count={6} />;
  if (!mayChange) {
    return <EmptyState icon="lock" title={t('widgetLibrary.notYours')} text={t('widgetLibrary.notYoursText')} />;
  }
  return (
    <TypeEditor
      key={draftId}
      {...place}
      draftId={draftId}
      start={start}
      stored={undefined}
      draft={draft.data.found}
      bundle={bundle.data}
      isSystem={isOfSystem(bundle.data)}
      readOnly={false}
      onChanged={libraryChanged}
    />
  );
}
