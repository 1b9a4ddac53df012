import './texts/texts.ts';
import { Box } from '@mui/material';
import type { EdgeMemberType } from '@signalbox/contract/edge';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { edgeMembers } from '../../api/edges.ts';
import { ENTITY_KINDS } from '../../api/entity-kinds.ts';
import { useSession } from '../../app/session.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { DataEntity } from '../model.ts';
import { EntityIcon } from '../tree/entity-icon.tsx';
import { createLevels } from '../tree/levels.ts';
import type { TreeNode } from '../tree/tree-model.ts';
import { TreeView } from '../tree/tree-view.tsx';
import type { WidgetProps } from '../widget-type.ts';
import { branchBelow, branchesFor, type EdgeMember } from './edge-branches.ts';

/** Members of a branch that are read at a time. */
const PAGE_SIZE = 50;

/** The page of a member; rule chains of an edge are edited in their own place. */
function addressOf(type: EdgeMemberType, edgeId: string, id: string): string {
  return type === 'RULE_CHAIN' ? `/edgeInstances/${edgeId}/ruleChains/${id}` : `${ENTITY_KINDS[type].path}/${id}`;
}

async function readMembers(type: EdgeMemberType, edgeId: string, page: number) {
  const sortProperty = ENTITY_KINDS[type].nameProperty;
  const found = await edgeMembers(type).find(edgeId, { pageSize: PAGE_SIZE, page, sortProperty, sortOrder: 'ASC' });
  const items = found.data.map(({ id, name, title }) => ({ id: id.id, name: name ?? title ?? '' }));
  return { items, total: found.totalElements };
}

/** What has been assigned to the edge of the datasource, by kind. */
export function EdgesOverview({ data }: WidgetProps<Record<never, never>, 'latest'>) {
  const { t } = useTranslation();
  const [edge] = data.entities;
  if (!edge) return null;
  if (edge.entityType !== 'EDGE') {
    return (
      <Box sx={{ m: 'auto', p: 2, color: 'text.secondary', textAlign: 'center' }}>
        {t('edgeOverview.notAnEdge', { name: edge.name })}
      </Box>
    );
  }
  return <Overview key={edge.id} edge={edge} />;
}

function Overview({ edge }: { edge: DataEntity }) {
  const { t } = useTranslation();
  const { authority, claims } = useSession();
  const types = useMemo(() => branchesFor(authority), [authority]);
  // Visitors of public dashboards have no pages.
  const hasPages = claims?.isPublic !== true;
  const [levels] = useState(() => createLevels<EdgeMember>());
  const known = useSyncExternalStore(levels.subscribe, levels.get);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());

  // The first page of each says how many there are.
  useEffect(() => {
    for (const type of types) levels.want(type, (page) => readMembers(type, edge.id, page));
    return () => levels.clear();
  }, [levels, types, edge.id]);

  const nodes = types.map((type): TreeNode => {
    const level = known.get(type);
    const count = level && (level.state === 'ready' || level.items.length > 0) ? formatNumber(level.total) : undefined;
    return {
      key: type,
      text: t(`edgeOverview.${type}`),
      note: level?.state === 'failed' && count === undefined ? t('edgeOverview.failed') : count,
      icon: <EntityIcon entityType={type} />,
      below: branchBelow(level, opened.has(type), ({ id, name }) => ({
        key: `${type} ${id}`,
        text: name,
        icon: <EntityIcon entityType={type} />,
        address: hasPages ? addressOf(type, edge.id, id) : undefined,
        below: 'none',
      })),
    };
  });
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', px: 2 }}>
      <TreeView
        label={t('edgeOverview.tree', { name: edge.name })}
        nodes={nodes}
        onToggle={({ key }, isOpen) => {
          const next = new Set(opened);
          if (isOpen) next.add(key);
          else next.delete(key);
          setOpened(next);
        }}
        onMore={levels.more}
      />
    </Box>
  );
}
