import { deviceRoutes } from '@signalbox/contract/device';
import type { OtaPackageType } from '@signalbox/contract/ota-package';
import {
  type ChecksumAlgorithm,
  type OtaPackageInfo,
  type OtaPackageInput,
  type OtaUpload,
  otaPackageRoutes as routes,
} from '@signalbox/contract/ota-package';
import type { PageData } from '@signalbox/contract/page';
import { call, http } from './client.ts';
import { fillPath } from './http.ts';
import type { ListQuery } from './list-query.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;
const shown = { ignoreErrors: true } as const;

/** Those of the tenant, found by title and version. */
export function getOtaPackages(query: ListQuery): Promise<PageData<OtaPackageInfo>> {
  return call(routes.getOtaPackages, { query: { ...query, withVersion: true } }, shown);
}

/** Those that a profile and its devices can be given, found by title and version. */
export function getAssignablePackages(
  deviceProfileId: string,
  type: OtaPackageType,
  query: ListQuery,
): Promise<PageData<OtaPackageInfo>> {
  return call(
    routes.getOtaPackagesOfProfile,
    { params: { deviceProfileId, type }, query: { ...query, withVersion: true } },
    quiet,
  );
}

export function getOtaPackage(otaPackageId: string): Promise<OtaPackageInfo> {
  return call(routes.getOtaPackageInfo, { params: { otaPackageId } }, quiet);
}

/** Creates a package, or changes the description of one that has an id. */
export function saveOtaPackage(body: OtaPackageInput): Promise<OtaPackageInfo> {
  return call(routes.saveOtaPackageInfo, { body }, shown);
}

export function deleteOtaPackage(otaPackageId: string): Promise<undefined> {
  return call(routes.deleteOtaPackage, { params: { otaPackageId } }, shown);
}

/** The file of a package. */
export function downloadOtaPackage(otaPackageId: string, onBytes: (bytes: number) => void): Promise<Blob> {
  const { method, path } = routes.downloadOtaPackage;
  return http.request(
    { method, path: fillPath(path, { otaPackageId }), reply: 'file' },
    { ...quiet, onBytes },
  ) as Promise<Blob>;
}

/** Bytes of the file of a package that have arrived. */
export async function getReceivedBytes(otaPackageId: string): Promise<number> {
  return (await call(routes.getOtaUpload, { params: { otaPackageId } }, quiet)).received;
}

/** Sends the part of a file that begins at `offset`; returns the bytes that have arrived. */
export async function sendPackagePart(
  otaPackageId: string,
  offset: number,
  part: Blob,
  signal: AbortSignal,
): Promise<number> {
  const { method, path } = routes.uploadOtaPart;
  const request = {
    method,
    path: fillPath(path, { otaPackageId }),
    query: { offset },
    body: part,
    reply: 'json',
  } as const;
  return ((await http.request(request, { ...quiet, signal, resendRequest: true })) as OtaUpload).received;
}

/** Makes what has arrived the file of the package. */
export function completePackageUpload(
  otaPackageId: string,
  query: { fileName: string; contentType?: string; checksumAlgorithm: ChecksumAlgorithm; checksum?: string },
): Promise<OtaPackageInfo> {
  return call(routes.completeOtaUpload, { params: { otaPackageId }, query }, shown);
}

/** Devices of a profile that have no package of their own. */
export function countDevicesWithoutPackage(deviceProfileId: string, otaPackageType: OtaPackageType): Promise<number> {
  return call(deviceRoutes.countDevicesWithoutPackage, { params: { deviceProfileId, otaPackageType } }, shown);
}
