import { type Device, type DeviceCredentials, deviceInputSchema } from '@signalbox/contract/device';
import type { CredentialsContent } from '../entities/device/device-credentials.ts';
import type { DeviceCredentialsService } from '../entities/device/device-credentials-service.ts';
import { deviceKind } from '../entities/device/device-kind.ts';
import { CREDENTIALS_TAKEN, type DeviceService } from '../entities/device/device-service.ts';
import type { DeviceProfileService } from '../entities/device-profile/device-profile-service.ts';
import { badRequest } from '../http/errors.ts';
import { parseWith } from '../http/parse.ts';
import { credentialsOf, hasCredentials, isLwm2m } from './import-credentials.ts';
import { type ImportLine, saysGateway, withInfo } from './import-line.ts';
import {
  type ImportContext,
  type ImportedKind,
  type PlannedSave,
  secretChanges,
  textChanges,
} from './imported-kind.ts';

export interface DeviceImportParts {
  devices: Pick<DeviceService, 'findByNames' | 'saveOver'>;
  credentials: Pick<DeviceCredentialsService, 'findOf' | 'findOwners'>;
  profiles: Pick<DeviceProfileService, 'findNamed' | 'ensure' | 'ensureLwm2m'>;
}

/** A line with what is stored of its device. */
interface DeviceLine {
  line: ImportLine;
  known: Device | undefined;
  stored: DeviceCredentials | undefined;
}

interface PlannedDevice extends PlannedSave {
  credentials: CredentialsContent | undefined;
  /** Name of the profile that has to be one of LwM2M. */
  lwm2mProfile: string | undefined;
}

/** Imports devices. */
export function createDeviceImport({ devices, credentials, profiles }: DeviceImportParts): ImportedKind {
  async function read({ user }: ImportContext, lines: readonly ImportLine[]): Promise<DeviceLine[]> {
    const found = await devices.findByNames(
      user,
      lines.map(({ cells }) => cells.NAME ?? ''),
    );
    const byName = new Map(found.map((device) => [device.name, device]));
    const isAsked = lines.filter(({ cells }) => hasCredentials(cells));
    const ids = isAsked.flatMap(({ cells }) => byName.get(cells.NAME ?? '')?.id.id ?? []);
    const stored = ids.length > 0 ? await credentials.findOf(user.tenantId, ids) : [];
    const byDevice = new Map(stored.map((one) => [one.deviceId.id, one]));
    return lines.map((line) => {
      const known = byName.get(line.cells.NAME ?? '');
      return { line, known, stored: known && byDevice.get(known.id.id) };
    });
  }

  /** @throws ApiError 400 / 31 */
  function planOne(context: ImportContext, { line, known, stored }: DeviceLine): PlannedDevice {
    const { user, update } = context;
    const { cells } = line;
    if (!cells.NAME) throw badRequest('Device name should be specified!');
    if (known && !update) throw badRequest('Device with such name already exists!');
    const content = credentialsOf(line, stored);
    const type = cells.TYPE ?? known?.type ?? null;
    const lwm2mProfile = isLwm2m(cells, stored) ? (type ?? 'default') : undefined;
    const isSameProfile = known !== undefined && type === known.type && lwm2mProfile === undefined;
    const additionalInfo = withInfo(known?.additionalInfo, line);
    const input = parseWith(
      deviceInputSchema,
      {
        ...known,
        name: cells.NAME,
        type: lwm2mProfile ?? type,
        label: cells.LABEL ?? known?.label ?? null,
        additionalInfo,
        deviceProfileId: isSameProfile ? known.deviceProfileId : null,
      },
      'field',
    );
    const fields = [
      ...textChanges([
        ['type', known?.type, cells.TYPE],
        ['label', known?.label, cells.LABEL],
        ['description', known?.additionalInfo?.description, cells.DESCRIPTION],
        ['gateway', known?.additionalInfo?.gateway, cells.IS_GATEWAY && String(saysGateway(cells.IS_GATEWAY))],
      ]),
      ...(content ? secretChanges([['credentials', null, content.credentialsType]]) : []),
    ];
    return {
      known,
      fields,
      credentials: content,
      lwm2mProfile,
      async save() {
        if (lwm2mProfile !== undefined) await profiles.ensureLwm2m(user, lwm2mProfile);
        return devices.saveOver(user, input, known, content);
      },
      ...(isSameProfile || type === null ? {} : { newProfile: type }),
    };
  }

  /** Refuses ids of credentials that another device has, or another line claims. */
  async function refuseTaken(context: ImportContext, planned: (PlannedDevice | Error)[], lines: readonly ImportLine[]) {
    const ids = planned.flatMap((one) => (one instanceof Error ? [] : (one.credentials?.credentialsId ?? [])));
    if (ids.length === 0) return planned;
    const owners = await credentials.findOwners(ids);
    return planned.map((one, at) => {
      const id = one instanceof Error ? undefined : one.credentials?.credentialsId;
      if (one instanceof Error || id === undefined) return one;
      const owner = owners.get(id);
      const name = lines[at]?.cells.NAME ?? '';
      const isTaken = owner !== undefined && owner !== one.known?.id.id;
      if (isTaken || (context.claimed.get(id) ?? name) !== name) {
        return badRequest(CREDENTIALS_TAKEN);
      }
      context.claimed.set(id, name);
      return one;
    });
  }

  return {
    kind: deviceKind,

    async plan(context, lines) {
      const planned = (await read(context, lines)).map((one) => attempt(() => planOne(context, one)));
      const free = await refuseTaken(context, planned, lines);
      const missing = new Map<string, boolean>();
      for (const one of free) {
        if (one instanceof Error || one.newProfile === undefined) continue;
        const name = one.newProfile;
        if (!missing.has(name)) missing.set(name, !(await profiles.findNamed(context.user.tenantId, name)));
        if (!missing.get(name)) delete one.newProfile;
      }
      return free;
    },

    async prepare({ user }, planned) {
      const all = planned as readonly PlannedDevice[];
      const names = new Set(all.flatMap(({ lwm2mProfile }) => lwm2mProfile ?? []));
      // A profile that cannot be used is the failure of each of its lines.
      for (const name of names) await profiles.ensureLwm2m(user, name).catch(() => undefined);
      for (const { newProfile } of all) {
        if (newProfile !== undefined) await profiles.ensure(user, newProfile).catch(() => undefined);
      }
    },
  };
}

/** What `work` returns, or the error that it throws. */
export function attempt<T>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
