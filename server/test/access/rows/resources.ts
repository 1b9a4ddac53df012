import { type AccessRow, NONE, only } from '../access-row.ts';

/** Files of the resources library, and the LwM2M objects that they describe. */
export const resourcesRows: Record<string, AccessRow | AccessRow[]> = {
  getResources: NONE,
  getLwm2mObjectsPage: NONE,
  getLwm2mObjects: { query: 'sortProperty=id&sortOrder=ASC' },
  getLwm2mServer: { params: { isBootstrap: 'true' } },
  getResourceInfo: only('tbResource', 'READ'),
  getResource: only('tbResource', 'READ'),
  downloadResource: only('tbResource', 'READ'),
  saveResource: [
    {
      creates: 'tbResource',
      body: (_objects, unique) => ({
        title: unique,
        resourceType: 'JKS',
        fileName: `${unique}.jks`,
        data: 'AAAA',
      }),
    },
    { on: 'tbResource', op: 'WRITE', body: ({ tbResource }) => ({ ...tbResource, title: 'Changed' }) },
  ],
  deleteResource: only('tbResource', 'DELETE'),
};
