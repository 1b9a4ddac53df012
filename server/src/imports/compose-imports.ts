import type { BaseUrl } from '../access/base-url.ts';
import type { Assets } from '../entities/asset/assets.ts';
import type { Edges } from '../entities/edge/edges.ts';
import { createDeviceImport, type DeviceImportParts } from './device-import.ts';
import { importRoutes } from './import-routes.ts';
import { createImportService } from './import-service.ts';
import { createImporter, type ImporterParts } from './importer.ts';
import { createAssetImport, createEdgeImport } from './typed-import.ts';

export interface ImportsParts extends ImporterParts {
  imported: DeviceImportParts & { assets: Assets['service']; edges: Edges['service'] };
  baseUrl: BaseUrl;
}

/** Imports of devices, assets and edges from CSV files. */
export function composeImports({ imported, baseUrl, ...parts }: ImportsParts) {
  const service = createImportService(createImporter(parts), {
    DEVICE: createDeviceImport(imported),
    ASSET: createAssetImport(imported.assets),
    EDGE: createEdgeImport(imported.edges),
  });
  return { routes: importRoutes(service, baseUrl) };
}
