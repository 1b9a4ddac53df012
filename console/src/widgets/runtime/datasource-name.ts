import type { DataEntity, Datasource } from '../model.ts';

/** What a datasource is called: one of entities has the name of its entity, whatever name is stored with it. */
export const datasourceName = (
  { type, name }: Pick<Datasource, 'type' | 'name'>,
  entity: Pick<DataEntity, 'name'>,
): string => (type !== 'entity' && name) || entity.name;
