import type { OtaPackageType } from '@signalbox/contract/ota-package';
import type { PackageDelivery } from '../../../ota/package-delivery.ts';
import type { DeviceSession } from '../../device-session.ts';
import type { Entry } from '../codecs/content.ts';
import type { Lwm2mProfile } from '../lwm2m-profile.ts';
import type { ClientObjects } from '../objects/registered-objects.ts';
import type { Observations } from '../operations/observations.ts';
import type { Operations } from '../operations/operations.ts';
import type { PackageOffers } from './offered-packages.ts';
import { createPackageUpdate, type PackageUpdate } from './package-update.ts';
import { FIRMWARE, SOFTWARE, type UpdateKind } from './update-kinds.ts';
import type { UpdateMemory } from './update-memory.ts';

export interface ClientUpdatesParts {
  packages: PackageDelivery;
  offered: PackageOffers;
  /** What is remembered of the updates of a device. */
  memoryOf: (deviceId: string, type: OtaPackageType) => UpdateMemory;
}

/** What updates need of a client. */
export interface UpdatedClient {
  readonly deviceId: string;
  readonly closed: boolean;
  readonly session: DeviceSession | undefined;
  readonly profile: Lwm2mProfile;
  readonly objects: ClientObjects;
  readonly operations: Operations;
  readonly observations: Observations;
  log(text: string): void;
  /** Stores a text in the telemetry of the device. Nobody waits for it. */
  post(key: string, value: string): void;
}

const KINDS = [FIRMWARE, SOFTWARE] as const;
const NONE: readonly PackageUpdate[] = [];

/** The updates of a client by packages that it was to have; most clients never are to have any. */
export class ClientUpdates {
  readonly #client: UpdatedClient;
  readonly #parts: ClientUpdatesParts;
  #updates: readonly PackageUpdate[] = NONE;

  constructor(client: UpdatedClient, parts: ClientUpdatesParts) {
    this.#client = client;
    this.#parts = parts;
  }

  /** Looks whether the client is to have other packages than it has. Nobody waits for it. */
  check(): void {
    for (const update of this.#updates) update.check();
    this.#begin().catch((error: Error) => this.#client.log(`Error: Update: ${error.message}`));
  }

  /** The client says something; what concerns an update that is under way counts. */
  onValues(entries: readonly Entry[]): void {
    for (const update of this.#updates) update.onValues(entries);
  }

  /** Begins with kinds of packages that the client was not to have before. */
  async #begin(): Promise<void> {
    const client = this.#client;
    const others = KINDS.filter(({ type }) => !this.#updates.some((update) => update.type === type));
    if (others.length === 0 || !client.session) return;
    const { shared } = await client.session.getAttributes({ shared: others.map(({ prefix }) => `${prefix}_title`) });
    for (const kind of others) {
      const isWanted = shared.some(({ key }) => key === `${kind.prefix}_title`);
      if (client.closed || !isWanted || this.#updates.some(({ type }) => type === kind.type)) continue;
      const update = this.#make(kind);
      this.#updates = [...this.#updates, update];
      update.check();
    }
  }

  #make(kind: UpdateKind): PackageUpdate {
    const { packages, offered, memoryOf } = this.#parts;
    const client = this.#client;
    return createPackageUpdate({
      kind,
      packages,
      offered,
      memory: memoryOf(client.deviceId, kind.type),
      operations: client.operations,
      observations: client.observations,
      deviceId: client.deviceId,
      settings: () => (kind.type === 'FIRMWARE' ? client.profile.firmware : client.profile.software),
      has: (path) => client.objects.has(path),
      shared: async (keys) => {
        const found = await client.session?.getAttributes({ shared: keys });
        return new Map(found?.shared.map(({ key, value }) => [key, String(value.value)]));
      },
      report: (key, state) => client.post(key, state),
      log: (text) => client.log(text),
    });
  }
}
