import { type EntityId, entityId, nullId } from '@signalbox/contract/id';
import type { OtaPackageInfo, OtaPackageInput, OtaPackageLink, OtaPackageType } from '@signalbox/contract/ota-package';
import type { PageData } from '@signalbox/contract/page';
import { unlessBlank } from '@signalbox/contract/text';
import { type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import {
  badRequest,
  entityNotFound,
  isForeignKeyViolation,
  isUniqueViolation,
  notFound,
  permissionDenied,
} from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { DeviceProfileService } from '../device-profile/device-profile-service.ts';
import type { OtaPackageStore, StoredPackage } from './ota-package-store.ts';
import type { ArrivingFile, FileDescription, PackageUpload } from './package-upload.ts';

/** What is said when a package that is used cannot be deleted, by the constraint that is violated. */
const USES: Readonly<Record<string, string>> = {
  device_firmware: 'The otaPackage referenced by the devices cannot be deleted!',
  device_profile_firmware: 'The otaPackage referenced by the device profile cannot be deleted!',
  device_software: 'The software referenced by the devices cannot be deleted!',
  device_profile_software: 'The software referenced by the device profile cannot be deleted!',
};

/** Members that never change, and how refusals name them. */
const FIXED = { title: 'otaPackage title', version: 'otaPackage version', tag: 'otaPackage tag' } as const;
/** Members that never change once they have a value. */
const KEPT = {
  fileName: 'file name',
  contentType: 'content type',
  checksum: 'content type',
  checksumAlgorithm: 'content type',
  dataSize: 'data size',
  url: 'URL',
} as const;

export interface OtaPackageServiceParts {
  store: OtaPackageStore;
  upload: PackageUpload;
  profiles: Pick<DeviceProfileService, 'find'>;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** Firmware and software for devices: permissions, validation, and notification of changes (rest-content.md §2.1). */
export function createOtaPackageService({ store, upload, profiles, actionLog, liveBus }: OtaPackageServiceParts) {
  async function require(user: SecurityUser, id: string, operation: Operation): Promise<StoredPackage> {
    const stored = await store.find(user.tenantId, id);
    if (!stored) throw entityNotFound('OTA package', id);
    requirePermission(user, 'OTA_PACKAGE', operation, ownerOf(stored.info));
    return stored;
  }

  async function changed(
    user: SecurityUser,
    action: 'created' | 'updated' | 'deleted',
    info: OtaPackageInfo,
    before: OtaPackageInfo | null,
  ): Promise<void> {
    liveBus.publish({ kind: 'entity', action, tenantId: info.tenantId.id, entityId: info.id });
    await actionLog.record({
      user,
      type: ({ created: 'ADDED', updated: 'UPDATED', deleted: 'DELETED' } as const)[action],
      entityId: info.id,
      entityName: info.title,
      data: action === 'deleted' ? { entityId: info.id.id } : { entity: info },
      before,
      message: { type: `ENTITY_${action.toUpperCase()}`, data: info },
    });
  }

  async function create(user: SecurityUser, input: OtaPackageInput): Promise<OtaPackageInfo> {
    const { type } = input;
    const title = unlessBlank(input.title);
    const version = unlessBlank(input.version);
    const url = input.url?.trim() || null;
    if (input.usesUrl && !url) throw badRequest('Ota package URL should be specified!');
    if (!type) throw badRequest('Type should be specified!');
    if (!title) throw badRequest('OtaPackage title should be specified!');
    if (!version) throw badRequest('OtaPackage version should be specified!');
    const deviceProfileId = input.deviceProfileId ?? null;
    if (deviceProfileId && !(await profiles.find(user.tenantId, deviceProfileId.id))) {
      throw badRequest('OtaPackage is referencing to non-existent device profile!');
    }
    const { id, createdTime } = newEntityId();
    const info: OtaPackageInfo = {
      id: entityId('OTA_PACKAGE', id),
      createdTime,
      tenantId: entityId('TENANT', user.tenantId),
      additionalInfo: input.additionalInfo,
      ...{ deviceProfileId, type, title, version, url },
      tag: input.tag,
      // As of 3.3.2, whatever it has.
      hasData: false,
      fileName: null,
      contentType: null,
      ...ofLinkedFile(url, input),
    };
    await store.insert(info).catch((error: unknown) => {
      throw asConflict(error);
    });
    await changed(user, 'created', info, null);
    return info;
  }

  async function update(user: SecurityUser, input: OtaPackageInput, known: OtaPackageInfo): Promise<OtaPackageInfo> {
    const refuse = (what: string) => badRequest(`Updating ${what} is prohibited!`);
    if (input.type !== known.type) throw refuse('type');
    for (const [member, name] of Object.entries(FIXED)) {
      if (input[member as keyof typeof FIXED] !== known[member as keyof typeof FIXED]) throw refuse(name);
    }
    if ((input.deviceProfileId?.id ?? null) !== (known.deviceProfileId?.id ?? null)) {
      throw refuse('otaPackage deviceProfile');
    }
    for (const [member, name] of Object.entries(KEPT)) {
      const before = known[member as keyof typeof KEPT];
      if (before !== null && (input[member as keyof typeof KEPT] ?? null) !== before) {
        throw refuse(`otaPackage ${name}`);
      }
    }
    if (known.url === null && input.url) {
      if (known.hasData) throw refuse('otaPackage URL');
      if (input.usesUrl === false) throw badRequest('Ota package URL should be specified!');
    }
    const url = known.url ?? (input.url?.trim() || null);
    await store.update({ ...known, additionalInfo: input.additionalInfo, url, ...ofLinkedFile(url, input) });
    const { info } = await require(user, known.id.id, 'WRITE');
    await changed(user, 'updated', info, known);
    return info;
  }

  /** Runs an upload that changes the package when it ends. */
  async function withFile(
    user: SecurityUser,
    id: string,
    work: (stored: StoredPackage) => Promise<OtaPackageInfo>,
  ): Promise<OtaPackageInfo> {
    const stored = await require(user, id, 'WRITE');
    const { info: known } = stored;
    const action = {
      user,
      type: 'UPDATED',
      entityId: known.id,
      entityName: known.title,
      data: { entity: known },
    } as const;
    const info = await recordFailure(actionLog, action, () => work(stored));
    if (info !== known) await changed(user, 'updated', info, known);
    return info;
  }

  return {
    require,

    async list(user: SecurityUser, link: OtaPackageLink): Promise<PageData<OtaPackageInfo>> {
      requireMember(user);
      return store.list(user.tenantId, link);
    },

    async listAssignable(
      user: SecurityUser,
      profileId: string,
      type: OtaPackageType,
      link: OtaPackageLink,
    ): Promise<PageData<OtaPackageInfo>> {
      requireMember(user);
      return store.listAssignable(user.tenantId, profileId, type, link);
    },

    async save(user: SecurityUser, input: OtaPackageInput): Promise<OtaPackageInfo> {
      const known = input.id ? (await require(user, input.id.id, 'WRITE')).info : undefined;
      if (!known) requirePermission(user, 'OTA_PACKAGE', 'CREATE');
      const action = {
        user,
        type: known ? 'UPDATED' : 'ADDED',
        entityId: known?.id ?? (nullId('OTA_PACKAGE') as EntityId<'OTA_PACKAGE'>),
        entityName: input.title,
        data: { entity: input },
      } as const;
      return recordFailure(actionLog, action, () => (known ? update(user, input, known) : create(user, input)));
    },

    receive: (
      user: SecurityUser,
      id: string,
      file: ArrivingFile,
      sums: Pick<FileDescription, 'checksumAlgorithm' | 'checksum'>,
    ) => withFile(user, id, (stored) => upload.receive(stored, file, sums)),

    received: async (user: SecurityUser, id: string) => upload.received(await require(user, id, 'WRITE')),
    addPart: async (user: SecurityUser, id: string, offset: number, bytes: Buffer) =>
      upload.addPart(await require(user, id, 'WRITE'), offset, bytes),
    complete: (user: SecurityUser, id: string, said: FileDescription) =>
      withFile(user, id, (stored) => upload.complete(stored, said)),
    cancel: async (user: SecurityUser, id: string) => upload.cancel(await require(user, id, 'WRITE')),

    async delete(user: SecurityUser, id: string): Promise<void> {
      const { info: known } = await require(user, id, 'DELETE');
      const action = {
        user,
        type: 'DELETED',
        entityId: known.id,
        entityName: known.title,
        data: { entityId: id },
      } as const;
      const info = await recordFailure(actionLog, action, async () => {
        const deleted = await store.delete(user.tenantId, id).catch((error: unknown) => {
          const use = isForeignKeyViolation(error) && USES[(error as { constraint?: string }).constraint ?? ''];
          throw use ? badRequest(use) : error;
        });
        if (!deleted) throw entityNotFound('OTA package', id);
        return deleted;
      });
      await changed(user, 'deleted', info, info);
    },
  };
}

/** Users of customers choose packages for their devices without holding a right on one; visitors have nothing to choose. */
function requireMember(user: SecurityUser): void {
  if (user.isPublic) throw permissionDenied();
}

/** What is known of a file that devices download from elsewhere; of others an upload tells it. */
function ofLinkedFile(
  url: string | null,
  input: OtaPackageInput,
): Pick<OtaPackageInfo, 'checksumAlgorithm' | 'checksum' | 'dataSize'> {
  if (!url) return { checksumAlgorithm: null, checksum: null, dataSize: null };
  return {
    checksumAlgorithm: input.checksumAlgorithm ?? null,
    checksum: input.checksum || null,
    dataSize: input.dataSize ?? null,
  };
}

function asConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'ota_package_version')) {
    return badRequest('OtaPackage with such title and version already exists!');
  }
  if (isForeignKeyViolation(error)) return notFound('The tenant or the device profile is gone.');
  return error;
}

export type OtaPackageService = ReturnType<typeof createOtaPackageService>;
