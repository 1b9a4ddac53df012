import '../../tree/texts/texts.ts';
import { Box } from '@mui/material';
import type { RelationsQuery } from '@signalbox/contract/relation';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { findRelated } from '../../../api/relations.ts';
import { actionsOf } from '../../actions.ts';
import { settingsOf, type WidgetData } from '../../model.ts';
import { EntityIcon } from '../../tree/entity-icon.tsx';
import { createLevels } from '../../tree/levels.ts';
import { searched, type TreeNode } from '../../tree/tree-model.ts';
import { FoundLine, TreeView } from '../../tree/tree-view.tsx';
import type { WidgetProps } from '../../widget-type.ts';
import { cleanHtml } from '../clean-html.ts';
import { TableTools } from '../table-tools.tsx';
import { hierarchyOf, type Member, PAGE, type PlacedNode } from './hierarchy-model.ts';
import { nodeFunctions, queryFor } from './node-functions.ts';
import { memberValues, useFollowedNodes } from './use-member-values.ts';

const NOTHING: ReadonlyMap<string, PlacedNode> = new Map();

/** The entities of the datasources, each once, with the datasource that shows most of them. */
function rootsOf({ entities, rows }: WidgetData): { member: Member; datasource: number }[] {
  const datasources = new Map(rows.toReversed().map(({ entity, datasourceIndex }) => [entity.id, datasourceIndex]));
  const roots = new Map(entities.map(({ entityType, id, name }) => [id, { entityType, id, name }]));
  return [...roots.values()].map((member) => ({ member, datasource: datasources.get(member.id) ?? 0 }));
}

/** Entities as a tree along their relations, which are read level by level as nodes are opened. */
export function EntitiesHierarchy(props: WidgetProps<Record<never, never>, 'latest'>) {
  const { t } = useTranslation();
  const { widget, data, scripts, locale } = props;
  const { config } = widget;
  const settings = settingsOf(widget);
  const functions = useMemo(() => nodeFunctions(settings, scripts), [settings, scripts]);
  const [levels] = useState(() => createLevels<Member>());
  const known = useSyncExternalStore(levels.subscribe, levels.get);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [chosen, setChosen] = useState<string>();
  const [search, setSearch] = useState<string>();
  const [placed, setPlaced] = useState(NOTHING);
  const followed = useFollowedNodes(placed, config.datasources ?? [], locale, scripts);

  const hierarchy = useMemo(
    () =>
      hierarchyOf({
        roots: rootsOf(data),
        levels: known,
        functions,
        valuesOf: memberValues(data, followed),
        opened,
        shown,
        circle: t('tree.circle'),
        draw({ context, member }) {
          const text = functions.text(context);
          const html = text.includes('<') ? cleanHtml(text) : undefined;
          const icon = <EntityIcon entityType={member.entityType} of={functions.icon(context)} />;
          return { text: html === undefined ? text : plainText(html), html, icon };
        },
      }),
    [data, known, functions, followed, opened, shown, t],
  );
  useEffect(() => {
    setPlaced(hierarchy.placed);
    for (const key of hierarchy.wanted) {
      const node = hierarchy.placed.get(key);
      if (!node) continue;
      levels.want(key, async () => {
        const query = queryFor(node.context.entity, functions.relationsQuery(node.context));
        const items = await related(query, node.member.id);
        return { items, total: items.length };
      });
    }
  }, [hierarchy, levels, functions]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other functions other relations count
  useEffect(() => () => levels.clear(), [levels, functions]);

  const toggle = (node: TreeNode, open: boolean) => setOpened(new Map(opened).set(node.key, open));
  const more = (key: string) => {
    if (known.get(key)?.state === 'failed') levels.more(key);
    else setShown(new Map(shown).set(key, (shown.get(key) ?? PAGE) + PAGE));
  };
  const [action] = actionsOf(config, 'nodeSelected');
  const choose = (node: TreeNode) => {
    setChosen(node.key);
    const { member, context } = hierarchy.placed.get(node.key) ?? {};
    if (!action || !member || !context) return;
    const { name, label } = context.entity;
    const entity = { entityType: member.entityType, id: member.id, name, label, description: '' };
    props.onAction(action, entity, { nodeCtx: context });
  };
  const isSearching = search !== undefined && search.trim() !== '';
  const found = useMemo(
    () => (isSearching ? searched(hierarchy.nodes, search) : undefined),
    [hierarchy, isSearching, search],
  );
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative', px: 2 }}>
      <TableTools search={search} onSearch={setSearch} canSearch columns={[]} />
      {found && <FoundLine found={found.found} />}
      <TreeView
        label={config.title || t('widget.entities')}
        nodes={found ? found.nodes : hierarchy.nodes}
        more={found ? 0 : hierarchy.more}
        chosen={chosen}
        onChoose={action ? choose : undefined}
        onToggle={toggle}
        onMore={more}
      />
    </Box>
  );
}

/** What relations lead to from an entity, each once. */
async function related(query: RelationsQuery, from: string): Promise<Member[]> {
  const members = new Map<string, Member>();
  for (const { entityType, id, name } of await findRelated(query)) {
    if (id !== from) members.set(id, { entityType, id, name });
  }
  return [...members.values()];
}

/** The words of markup, for the search and for typing. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}
