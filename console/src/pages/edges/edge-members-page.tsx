import './texts/texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { type EdgeMemberRow, edgeMembers } from '../../api/edges.ts';
import { nameOfEntity } from '../../api/entity-kinds.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { useSession } from '../../app/session.ts';
import { choicesOf } from '../../controls/entity-choices.ts';
import type { Column } from '../../entity-page/columns.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn } from '../../entity-page/standard-columns.tsx';
import { edgeQuery, putAction, takeAction } from './edge-member-actions.ts';
import { EDGE_MEMBER_PAGES, type EdgeMemberPage } from './edge-member-pages.ts';

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

const nameOf = (row: EdgeMemberRow): string => nameOfEntity(row);

/** What of one kind is on an edge. An entity opens on the page of its kind. */
function EdgeMembersPage({ page }: { page: EdgeMemberPage }) {
  const { t } = useTranslation();
  const { type, things, icon, place, action } = page;
  const edgeId = useParams().edgeId ?? '';
  const isTenant = useSession().authority === 'TENANT_ADMIN';
  const queryClient = useQueryClient();
  const edge = useQuery(edgeQuery(edgeId)).data;
  const title = edge ? t('edge.placeOf', { name: edge.name, place: t(action) }) : t(action);
  useSetCrumbTitle(t(action));
  const queryKey = useMemo(() => ['edge', edgeId, place] as const, [edgeId, place]);
  const changed = useCallback(() => void queryClient.invalidateQueries({ queryKey }), [queryClient, queryKey]);
  const columns = useMemo<Column<EdgeMemberRow>[]>(
    () => [
      nameColumn(type === 'DASHBOARD' ? 'title' : 'name', t('edge.name'), nameOf),
      ...(type === 'DASHBOARD'
        ? []
        : [textColumn<EdgeMemberRow>('type', t('edge.type'), (row) => row.type ?? '', { width: 160, priority: 1 })]),
      createdColumn(t, 2),
    ],
    [t, type],
  );
  const onEdge = useMemo(() => ({ type, things, edgeId }), [type, things, edgeId]);
  const actions = useMemo(
    () => (isTenant ? [takeAction<EdgeMemberRow>(onEdge, changed)] : []),
    [onEdge, changed, isTenant],
  );
  const listActions = useMemo(
    () => (isTenant ? [putAction(onEdge, t(action), choicesOf(type))] : []),
    [t, isTenant, action, type, onEdge],
  );
  return (
    <EntityPage<EdgeMemberRow>
      list={`edge-${place}`}
      things={things}
      title={title}
      path={`/edgeInstances/${edgeId}/${place}`}
      queryKey={queryKey}
      owner={edgeQuery(edgeId)}
      load={({ link }) => edgeMembers(type).find(edgeId, link)}
      found={() => ({ edgeId })}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={nameOf}
      searchPlaceholder={t('edge.search')}
      actions={actions}
      listActions={listActions}
      empty={{ icon, title: t('edge.emptyPlaceTitle'), text: t('edge.emptyPlaceText') }}
      details={({ id }) => <Navigate replace to={`/${place}/${id}`} />}
    />
  );
}

export const EdgeDevicesPage = () => <EdgeMembersPage page={EDGE_MEMBER_PAGES.DEVICE} />;
export const EdgeAssetsPage = () => <EdgeMembersPage page={EDGE_MEMBER_PAGES.ASSET} />;
export const EdgeEntityViewsPage = () => <EdgeMembersPage page={EDGE_MEMBER_PAGES.ENTITY_VIEW} />;
export const EdgeDashboardsPage = () => <EdgeMembersPage page={EDGE_MEMBER_PAGES.DASHBOARD} />;
