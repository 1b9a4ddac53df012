import type { Datasource, Widget } from '../widgets/model.ts';
import type { KeyFilter } from '../widgets/runtime/entity-query.ts';
import type { ResolvedDatasource } from '../widgets/runtime/subscription.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import type { AliasInfo } from './aliases.ts';

export type Resolution =
  | {
      datasources: ResolvedDatasource[];
      /** Which entity an alias stands for is not known yet. */
      isLoading?: true;
    }
  | { problem: { key: string; values: Record<string, string> } };

const MISSING = { key: 'dashboard.alias.missing', values: {} };

/** What a widget takes its data from: for a control the device that it calls, for alarms whose they are. */
export function datasourcesOf({ type, config }: Pick<Widget, 'type' | 'config'>): readonly Datasource[] {
  if (type === 'alarm') return config.alarmSource ? [config.alarmSource] : [];
  if (type !== 'rpc') return config.datasources ?? [];
  const [entityAliasId] = config.targetDeviceAliasIds ?? [];
  return entityAliasId ? [{ type: 'entity', entityAliasId, dataKeys: [] }] : [];
}

/**
 * Looks up the aliases and filters of a widget's datasources. Those that cannot be found are left out; where none is left, the first
 * of them says why.
 */
export function resolvedDatasources(
  datasources: readonly Datasource[],
  type: Pick<WidgetType, 'singleEntity' | 'firstPage' | 'everySource'>,
  alias: (id: string) => AliasInfo | 'loading' | undefined,
  keyFilters: (filterId: string | null | undefined) => readonly KeyFilter[],
): Resolution {
  const isFirstOnly = type.singleEntity || (type.firstPage && !type.everySource);
  const used = isFirstOnly ? datasources.slice(0, 1) : datasources;
  const resolved: ResolvedDatasource[] = [];
  let problem: Extract<Resolution, { problem: unknown }>['problem'] | undefined;
  for (const datasource of used) {
    const filters = keyFilters(datasource.filterId);
    if (datasource.type === 'function') {
      resolved.push({ datasource, aliasName: '', entityFilter: null, keyFilters: [], singleEntity: true });
      continue;
    }
    if (datasource.entityAliasId) {
      const info = alias(datasource.entityAliasId);
      if (info === 'loading') return { datasources: [], isLoading: true };
      if (!info || 'problem' in info) {
        problem ??= info?.problem ?? MISSING;
        continue;
      }
      resolved.push({
        datasource,
        aliasName: info.alias,
        entityFilter: info.entityFilter,
        keyFilters: filters,
        singleEntity: type.singleEntity === true || !info.resolveMultiple,
      });
    } else if (datasource.entityType && datasource.entityId) {
      const singleEntity = { entityType: datasource.entityType, id: datasource.entityId };
      resolved.push({
        datasource,
        aliasName: '',
        entityFilter: { type: 'singleEntity', singleEntity },
        keyFilters: filters,
        singleEntity: true,
      });
    } else problem ??= MISSING;
  }
  return problem && resolved.length === 0 ? { problem } : { datasources: resolved };
}
