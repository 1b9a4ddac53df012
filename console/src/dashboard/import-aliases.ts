import { filterOfAlias } from './upgrade.ts';

/** An entity that an alias of a dashboard names by its id, and which may not exist where that is imported. */
export interface NamedByAlias {
  /** Of this place in this alias. */
  key: string;
  /** That of the alias; of one with several, with a number. */
  name: string;
  entityType: string;
  entityId: string;
}

type Members = Readonly<Record<string, unknown>>;

/** Entities of one list that are asked about; the others stay as they are. */
const MAX_LISTED = 50;
/** The same of all aliases together: nobody answers more questions, and each is looked up. */
const MAX_NAMED = 500;

const asObject = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** Where a dashboard has its aliases: very old ones have those of devices alone. */
function memberOfAliases(dashboard: Members): 'entityAliases' | 'deviceAliases' {
  const { entityAliases, deviceAliases } = asObject(dashboard.configuration);
  return entityAliases === undefined && deviceAliases !== undefined ? 'deviceAliases' : 'entityAliases';
}

const aliasesOf = (dashboard: Members): Members =>
  asObject(asObject(dashboard.configuration)[memberOfAliases(dashboard)]);

/** What of a filter names one entity: of its own, the root of relations, or where no state has one. */
function membersOf(filter: Members): string[] {
  if (filter.type === 'singleEntity') return ['singleEntity'];
  return [...(filter.rootStateEntity === true ? [] : ['rootEntity']), 'defaultStateEntity'];
}

/** The entities that the aliases of an exported dashboard name by their ids; pseudo entities are everywhere. */
export function namedByAliases(dashboard: Members): NamedByAlias[] {
  const named = Object.entries(aliasesOf(dashboard)).flatMap(([aliasId, value]) => {
    const { alias } = asObject(value);
    const name = typeof alias === 'string' ? alias : aliasId;
    const members = filterOfAlias(asObject(value));
    const single = membersOf(members).flatMap((member) => {
      const { entityType, id } = asObject(members[member]);
      if (typeof entityType !== 'string' || typeof id !== 'string') return [];
      return entityType.startsWith('CURRENT_') ? [] : [{ key: `${aliasId} ${member}`, name, entityType, entityId: id }];
    });
    const { entityType, entityList } = members;
    if (members.type !== 'entityList' || typeof entityType !== 'string' || !Array.isArray(entityList)) return single;
    return entityList.slice(0, MAX_LISTED).flatMap((id: unknown, at) => {
      if (typeof id !== 'string') return [];
      const numbered = entityList.length > 1 ? `${name} ${at + 1}` : name;
      return [{ key: `${aliasId} ${at}`, name: numbered, entityType, entityId: id }];
    });
  });
  return named.slice(0, MAX_NAMED);
}

/** A filter with other entities, by the rest of their keys. */
function withOthers(filter: Members, chosen: (place: string) => string | undefined): Members {
  const changed: Record<string, unknown> = { ...filter };
  for (const member of membersOf(filter)) {
    const id = chosen(member);
    if (id !== undefined) changed[member] = { entityType: asObject(filter[member]).entityType, id };
  }
  const { entityList } = filter;
  if (filter.type === 'entityList' && Array.isArray(entityList)) {
    const ids = entityList.map((id: unknown, at) => chosen(String(at)) ?? id);
    if (ids.some((id, at) => id !== entityList[at])) changed.entityList = [...new Set(ids)];
  }
  return changed;
}

/**
 * The dashboard with other entities in its aliases, by the keys of those they stand in for; all else is as it was, but that
 * an alias of a very old shape gets its filter in today's.
 */
export function withEntities(dashboard: Members, chosen: Readonly<Record<string, string>>): Record<string, unknown> {
  if (Object.keys(chosen).length === 0) return { ...dashboard };
  const known = new Set(namedByAliases(dashboard).map(({ key }) => key));
  const of = (key: string) => (known.has(key) && Object.hasOwn(chosen, key) ? chosen[key] : undefined);
  const aliases = Object.fromEntries(
    Object.entries(aliasesOf(dashboard)).map(([aliasId, value]) => {
      const alias = asObject(value);
      const isAsked = [...known].some((key) => key.startsWith(`${aliasId} `) && of(key) !== undefined);
      if (!isAsked) return [aliasId, value];
      return [aliasId, { ...alias, filter: withOthers(filterOfAlias(alias), (place) => of(`${aliasId} ${place}`)) }];
    }),
  );
  return {
    ...dashboard,
    configuration: { ...asObject(dashboard.configuration), [memberOfAliases(dashboard)]: aliases },
  };
}
