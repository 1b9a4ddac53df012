import {
  type ImportedType,
  type ImportReply,
  type ImportRequest,
  bulkImportRoutes as routes,
} from '@signalbox/contract/bulk-import';
import { call } from './client.ts';

const ROUTES = { DEVICE: routes.importDevices, ASSET: routes.importAssets, EDGE: routes.importEdges };

/** Imports a part of a file; waits and tries again while other imports of the tenant are under way. */
export const sendImport = (type: ImportedType, body: ImportRequest): Promise<ImportReply> =>
  call(ROUTES[type], { body }, { ignoreErrors: true, ignoreLoading: true, resendRequest: true });
