import type { DataEntity, DataRow } from '../model.ts';

/** What a row has besides when it is of another time. */
type OtherTime = Partial<Readonly<{ isAdditional: boolean; origDatasourceIndex: number }>>;

/** An entity of a subscription as one of the `datasources` of scripts (widgets.md §2.3). @param isFirst of its configured one */
export function scriptDatasource(
  entity: DataEntity,
  row: (DataRow & OtherTime) | undefined,
  isFirst: boolean,
): Readonly<Record<string, unknown>> {
  const { datasource, aliasName = '', isAdditional, origDatasourceIndex } = row ?? {};
  return {
    ...datasource,
    ...(isAdditional ? { isAdditional, origDatasourceIndex } : {}),
    type: datasource?.type ?? 'entity',
    name: datasource?.type === 'function' ? (datasource.name ?? entity.name) : entity.name,
    aliasName,
    entityType: entity.entityType,
    entityId: entity.id,
    entityName: entity.name,
    entityLabel: entity.label || entity.name,
    entityDescription: entity.description,
    entity: { id: { entityType: entity.entityType, id: entity.id }, name: entity.name, label: entity.label },
    dataReceived: true,
    ...(isFirst ? {} : { generated: true }),
  };
}
