import type { EntityId } from '@signalbox/contract/id';
import type { OtaPackageType } from '@signalbox/contract/ota-package';
import { badRequest } from '../../http/errors.ts';
import type { OtaPackageStore } from './ota-package-store.ts';

/** What a device or a profile is to be given. */
interface Given {
  firmwareId?: EntityId<'OTA_PACKAGE'> | null | undefined;
  softwareId?: EntityId<'OTA_PACKAGE'> | null | undefined;
}

const KINDS: readonly { member: keyof Given; type: OtaPackageType; name: string }[] = [
  { member: 'firmwareId', type: 'FIRMWARE', name: 'firmware' },
  { member: 'softwareId', type: 'SOFTWARE', name: 'software' },
];

/** @throws ApiError 400 / 31 unless the packages are for the profile, of their type and complete */
export type RequireAssignable = (tenantId: string, profileId: string, given: Given) => Promise<void>;

export function createRequireAssignable(store: Pick<OtaPackageStore, 'find'>): RequireAssignable {
  return async (tenantId, profileId, given) => {
    for (const { member, type, name } of KINDS) {
      const id = given[member]?.id;
      if (!id) continue;
      const info = (await store.find(tenantId, id))?.info;
      if (!info) throw badRequest(`Can't assign non-existent ${name}!`);
      if (info.type !== type) throw badRequest(`Can't assign ${name} with type: ${info.type}`);
      if (!info.hasData) throw badRequest(`Can't assign ${name} with empty data!`);
      // The text of 3.3.2 for both types.
      if (info.deviceProfileId?.id !== profileId)
        throw badRequest("Can't assign firmware with different deviceProfile!");
    }
  };
}
