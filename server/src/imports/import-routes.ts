import { bulkImportRoutes as routes } from '@signalbox/contract/bulk-import';
import type { BaseUrl } from '../access/base-url.ts';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { ImportService } from './import-service.ts';

/** Answers the import calls of the contract. */
export function importRoutes(imports: ImportService, baseUrl: BaseUrl): RouteImplementation[] {
  return [
    implement(routes.importDevices, async ({ user, body, raw }) =>
      imports.run(user, 'DEVICE', body, await baseUrl(raw)),
    ),
    implement(routes.importAssets, async ({ user, body, raw }) => imports.run(user, 'ASSET', body, await baseUrl(raw))),
    implement(routes.importEdges, async ({ user, body, raw }) => imports.run(user, 'EDGE', body, await baseUrl(raw))),
  ];
}
