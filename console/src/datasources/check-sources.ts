import type { Datasource, WidgetConfig, WidgetKind } from '../widgets/model.ts';

/** What of a type's parameters the forms of its data heed (widget reference §1.5). */
export interface SourceLimits {
  /** Absent or below 0: any number. */
  maxDatasources?: number | undefined;
  /** Of each datasource; absent or below 0: any number. */
  maxDataKeys?: number | undefined;
  datasourcesOptional?: boolean | undefined;
  dataKeysOptional?: boolean | undefined;
}

/** What is wrong with a field: a key of `source.problems`. */
export type SourceProblem =
  | 'datasources'
  | 'type'
  | 'alias'
  | 'aliasGone'
  | 'filterGone'
  | 'keys'
  | 'device'
  | 'alarms';

/** By the path of the field in the configuration: `datasources.0.entityAliasId`. */
export type SourceProblems = Readonly<Partial<Record<string, SourceProblem>>>;

/** What there is to refer to, by id; absent: not checked. */
interface Known {
  aliases?: Readonly<Record<string, unknown>> | undefined;
  filters?: Readonly<Record<string, unknown>> | undefined;
}

const TYPES: readonly string[] = ['function', 'entity', 'entityCount'];

function checkSource(at: string, source: Datasource, limits: SourceLimits, known: Known): [string, SourceProblem][] {
  const found: [string, SourceProblem][] = [];
  if (!TYPES.includes(source.type)) found.push([`${at}.type`, 'type']);
  if (source.type !== 'function') {
    const { entityAliasId, filterId } = source;
    const isDirect = Boolean(source.entityType && source.entityId);
    if (!entityAliasId && !isDirect) found.push([`${at}.entityAliasId`, 'alias']);
    if (entityAliasId && known.aliases && !Object.hasOwn(known.aliases, entityAliasId))
      found.push([`${at}.entityAliasId`, 'aliasGone']);
    if (filterId && known.filters && !Object.hasOwn(known.filters, filterId))
      found.push([`${at}.filterId`, 'filterGone']);
  }
  const needsKeys = source.type === 'entityCount' || limits.dataKeysOptional !== true;
  if (needsKeys && source.dataKeys.length === 0) found.push([`${at}.dataKeys`, 'keys']);
  return found;
}

/** What is wrong with the data of a widget, by field; empty: nothing (widget reference §2.4). */
export function datasourceProblems(
  kind: WidgetKind,
  config: Pick<WidgetConfig, 'datasources' | 'targetDeviceAliasIds' | 'alarmSource'>,
  limits: SourceLimits = {},
  known: Known = {},
): SourceProblems {
  if (kind === 'static') return {};
  if (kind === 'rpc') {
    const [alias] = config.targetDeviceAliasIds ?? [];
    if (!alias) return limits.datasourcesOptional ? {} : { targetDeviceAliasIds: 'device' };
    const isGone = known.aliases !== undefined && !Object.hasOwn(known.aliases, alias);
    return isGone ? { targetDeviceAliasIds: 'aliasGone' } : {};
  }
  if (kind === 'alarm') {
    if (!config.alarmSource) return limits.datasourcesOptional ? {} : { alarmSource: 'alarms' };
    return Object.fromEntries(checkSource('alarmSource', config.alarmSource, limits, known));
  }
  const sources = config.datasources ?? [];
  if (sources.length === 0) return limits.datasourcesOptional ? {} : { datasources: 'datasources' };
  return Object.fromEntries(
    sources.flatMap((source, index) => checkSource(`datasources.${index}`, source, limits, known)),
  );
}
