/** An alias of a dashboard that stands for one entity, which may not exist where it is imported. */
export interface SingleAlias {
  /** Key in `entityAliases`. */
  aliasId: string;
  name: string;
  entityType: string;
  entityId: string;
}

type Members = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

const aliasesOf = (dashboard: Members): Members => asObject(asObject(dashboard.configuration).entityAliases);

/** The aliases of an exported dashboard that name one entity by its id; pseudo entities are everywhere. */
export function singleAliases(dashboard: Members): SingleAlias[] {
  return Object.entries(aliasesOf(dashboard)).flatMap(([aliasId, value]) => {
    const { alias, filter } = asObject(value);
    const { type, singleEntity } = asObject(filter);
    const { entityType, id } = asObject(singleEntity);
    if (type !== 'singleEntity' || typeof entityType !== 'string' || typeof id !== 'string') return [];
    if (entityType.startsWith('CURRENT_')) return [];
    return [{ aliasId, name: typeof alias === 'string' ? alias : aliasId, entityType, entityId: id }];
  });
}

/** The dashboard with other entities in those aliases, by alias id; everything else is as it was. */
export function withEntities(dashboard: Members, chosen: Readonly<Record<string, string>>): Record<string, unknown> {
  const aliases = { ...aliasesOf(dashboard) };
  for (const { aliasId, entityType } of singleAliases(dashboard)) {
    const id = chosen[aliasId];
    if (id === undefined) continue;
    const alias = asObject(aliases[aliasId]);
    aliases[aliasId] = { ...alias, filter: { ...asObject(alias.filter), singleEntity: { entityType, id } } };
  }
  if (Object.keys(chosen).length === 0) return { ...dashboard };
  return { ...dashboard, configuration: { ...asObject(dashboard.configuration), entityAliases: aliases } };
}
