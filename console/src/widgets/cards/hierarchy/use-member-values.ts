import { useMemo, useRef } from 'react';
import type { DataRow, Datasource, WidgetData } from '../../model.ts';
import { groupedByEntity } from '../../runtime/entity-rows.ts';
import type { Wanted } from '../../runtime/follow-kinds.ts';
import { byAnyName } from '../../runtime/values.ts';
import type { Scripts } from '../../sandbox/scripts.ts';
import { useFollowed } from '../../use-followed.ts';
import { followedLists, type Member, type MemberValues, type PlacedNode } from './hierarchy-model.ts';

/** The newest values of the rows of an entity by the labels of their keys. */
function valuesByLabel(rows: readonly DataRow[]): Record<string, unknown> {
  const data = byAnyName<unknown>();
  for (const row of rows) data[row.dataKey.label] = row.data.at(-1)?.[1] ?? '';
  return data;
}

function noteValues(known: Map<string, MemberValues>, datasource: number, { rows, entities }: WidgetData): void {
  const groups = new Map(groupedByEntity(rows).map((group) => [group[0]?.entity.id, group]));
  for (const { id, name, label } of entities) {
    known.set(`${datasource} ${id}`, { name, label, data: valuesByLabel(groups.get(id) ?? []) });
  }
}

/**
 * Follows the entities of nodes, with the keys of their datasource. Nodes that were shown once go on being followed, so
 * that what is followed stays the same when others open and close.
 */
export function useFollowedNodes(
  placed: ReadonlyMap<string, PlacedNode>,
  datasources: readonly Datasource[],
  locale: string,
  scripts: Scripts | undefined,
): Readonly<Record<string, unknown>> {
  const seen = useRef(new Map<string, PlacedNode>());
  const lists = useMemo(() => {
    // The roots are followed by the widget itself.
    for (const [key, node] of placed) if (node.context.level > 1 && !seen.current.has(key)) seen.current.set(key, node);
    return followedLists(seen.current.values());
  }, [placed]);
  const wanted = Object.fromEntries(
    lists.map(({ name, datasource, entityType, ids }): [string, Wanted] => {
      const { dataKeys = [] } = datasources[datasource] ?? {};
      const source = {
        datasource: { type: 'entity' as const, dataKeys },
        aliasName: '',
        entityFilter: { type: 'entityList', entityType, entityList: ids },
        keyFilters: [],
        singleEntity: false,
      };
      return [
        name,
        { kind: 'latest', options: { datasources: [source], window: { timezone: null }, stateData: false } },
      ];
    }),
  );
  // Latest values need no clock.
  return useFollowed(wanted, { serverOffset: 0, maxDatapoints: 0, locale }, scripts, false);
}

/** What is known live: of the roots by the data of the widget, of the others by what `useFollowedNodes` follows. */
export function memberValues(data: WidgetData, followed: Readonly<Record<string, unknown>>) {
  const known = new Map<string, MemberValues>();
  for (const [name, received] of Object.entries(followed)) {
    noteValues(known, Number(name.split(' ')[0]), received as WidgetData);
  }
  const rootsBySource = new Map<number, DataRow[]>();
  for (const row of data.rows) {
    rootsBySource.set(row.datasourceIndex, [...(rootsBySource.get(row.datasourceIndex) ?? []), row]);
  }
  noteValues(known, 0, { ...data, rows: rootsBySource.get(0) ?? [] });
  for (const [datasource, rows] of rootsBySource) {
    if (datasource > 0) noteValues(known, datasource, { ...data, rows, entities: rows.map(({ entity }) => entity) });
  }
  return (member: Member, datasource: number) => known.get(`${datasource} ${member.id}`);
}
