import type { EntityFilter } from '../widgets/runtime/entity-query.ts';
import type { EntityAlias } from './configuration.ts';
import { entityOfState, type StateParams } from './states.ts';

/** The viewer; pseudo entities such as "current tenant" stand for these. */
export interface Viewer {
  tenantId: string;
  customerId: string | null;
  userId: string;
}

/** An alias resolved for the current state and viewer. */
export type AliasInfo =
  | {
      alias: string;
      /** The filter of the query. */
      entityFilter: EntityFilter;
      /** All entities are meant, not only the first. */
      resolveMultiple: boolean;
      /** What it points to depends on the state. */
      stateEntity: boolean;
    }
  | { alias: string; problem: { key: string; values: Record<string, string> } };

const ROOTED = new Set([
  'relationsQuery',
  'assetSearchQuery',
  'deviceSearchQuery',
  'edgeSearchQuery',
  'entityViewSearchQuery',
]);
const DIRECT = new Set([
  'entityList',
  'entityName',
  'entityType',
  'assetType',
  'deviceType',
  'edgeType',
  'entityViewType',
  'apiUsageState',
]);

interface EntityIdText {
  entityType: string;
  id: string;
}

/** Replaces pseudo entities by the real ones of the viewer. */
function realEntity(entity: EntityIdText, viewer: Viewer): EntityIdText {
  switch (entity.entityType) {
    case 'CURRENT_TENANT':
      return { entityType: 'TENANT', id: viewer.tenantId };
    case 'CURRENT_USER':
      return { entityType: 'USER', id: viewer.userId };
    case 'CURRENT_CUSTOMER':
      return { entityType: 'CUSTOMER', id: viewer.customerId ?? entity.id };
    case 'CURRENT_USER_OWNER':
      return viewer.customerId
        ? { entityType: 'CUSTOMER', id: viewer.customerId }
        : { entityType: 'TENANT', id: viewer.tenantId };
    default:
      return { entityType: entity.entityType, id: entity.id };
  }
}

function asEntity(value: unknown): EntityIdText | null {
  const found = value as { entityType?: unknown; id?: unknown } | null | undefined;
  return typeof found?.entityType === 'string' && typeof found.id === 'string' && found.id
    ? { entityType: found.entityType, id: found.id }
    : null;
}

function single(entity: EntityIdText): EntityFilter {
  return { type: 'singleEntity', singleEntity: entity };
}

/**
 * Finds out what to ask the server for an alias. `picked`: the entity that the person chose for it in the toolbar.
 */
export function aliasInfo(
  alias: EntityAlias,
  params: StateParams,
  viewer: Viewer,
  picked: EntityIdText | undefined,
): AliasInfo {
  const { filter } = alias;
  const type = String(filter.type ?? '');
  const resolveMultiple = filter.resolveMultiple === true;
  const fail = (key: string): AliasInfo => ({ alias: alias.alias, problem: { key, values: { alias: alias.alias } } });
  if (picked && !resolveMultiple) {
    return { alias: alias.alias, entityFilter: single(picked), resolveMultiple, stateEntity: type === 'stateEntity' };
  }
  if (type === 'singleEntity') {
    const entity = asEntity(filter.singleEntity);
    if (!entity) return fail('dashboard.alias.notSet');
    return {
      alias: alias.alias,
      entityFilter: single(realEntity(entity, viewer)),
      resolveMultiple: false,
      stateEntity: false,
    };
  }
  if (type === 'stateEntity' || (ROOTED.has(type) && filter.rootStateEntity === true)) {
    const paramName = filter.stateEntityParamName as string | null | undefined;
    const entity = entityOfState(params, paramName)?.entityId ?? asEntity(filter.defaultStateEntity);
    if (!entity) return fail('dashboard.alias.noStateEntity');
    if (type === 'stateEntity') {
      return {
        alias: alias.alias,
        entityFilter: single(realEntity(entity, viewer)),
        resolveMultiple: false,
        stateEntity: true,
      };
    }
    return {
      alias: alias.alias,
      entityFilter: { ...filter, rootEntity: realEntity(entity, viewer) },
      resolveMultiple,
      stateEntity: true,
    };
  }
  if (ROOTED.has(type)) {
    const root = asEntity(filter.rootEntity);
    if (!root) return fail('dashboard.alias.notSet');
    return {
      alias: alias.alias,
      entityFilter: { ...filter, rootEntity: realEntity(root, viewer) },
      resolveMultiple,
      stateEntity: false,
    };
  }
  if (DIRECT.has(type)) return { alias: alias.alias, entityFilter: filter, resolveMultiple, stateEntity: false };
  return fail('dashboard.alias.unknownFilter');
}

/** Whether an alias stands for another entity, or looks from another one, in another state. */
function followsState({ filter }: EntityAlias): boolean {
  const type = String(filter.type ?? '');
  return type === 'stateEntity' || (ROOTED.has(type) && filter.rootStateEntity === true);
}

/** Ids of the aliases whose picked entities end with the state: the next one says what it is about. */
export function aliasesOfState(aliases: Readonly<Record<string, EntityAlias>>): string[] {
  return Object.values(aliases)
    .filter(followsState)
    .map(({ id }) => id);
}

/** An alias of which viewers choose the entity. */
export interface PickableAlias {
  id: string;
  name: string;
  /** Finds what it stands for as long as nothing is chosen. */
  current: EntityFilter;
  /** Finds what can be chosen: beside the entity of a state, others of its kind. */
  choices: EntityFilter;
}

/** The aliases of which viewers can choose the entity in a state (console-pages.md §5.2). */
export function pickableAliases(
  aliases: Readonly<Record<string, EntityAlias>>,
  params: StateParams,
  viewer: Viewer,
): PickableAlias[] {
  return Object.values(aliases).flatMap((alias) => {
    if (alias.filter.resolveMultiple === true || alias.filter.type === 'singleEntity') return [];
    const info = aliasInfo(alias, params, viewer, undefined);
    if (!('entityFilter' in info)) return [];
    const current = info.entityFilter;
    const entity = asEntity(current.singleEntity);
    const choices = entity ? { type: 'entityType', entityType: entity.entityType } : current;
    return [{ id: alias.id, name: alias.alias, current, choices }];
  });
}
