import type { OtaPackageType, OtaUpdateState } from '@signalbox/contract/ota-package';
import type { UpdateReport } from '../../../ota/package-delivery.ts';
import { createEmbeddedCache } from '../../../storage/cache.ts';
import { packageId, type WantedPackage } from './update-kinds.ts';

/** What is remembered of the updates of a device, also when it registers again. */
export interface UpdateMemory {
  /** What it is to have. */
  targetId: string | undefined;
  /** When it was announced that it is to have that, epoch ms; undefined: not known yet. */
  announcedAt: number | undefined;
  state: OtaUpdateState | undefined;
  /** The package that it could not install. */
  failedId: string | undefined;
  attempts: number;
}

export const emptyMemory = (): UpdateMemory => ({
  ...{ targetId: undefined, announcedAt: undefined, state: undefined, failedId: undefined, attempts: 0 },
});

/** Firmware and software of as many clients as there may be. */
const MAX_MEMORIES = 100_000;

/** What is remembered of the updates of all devices, whichever way they come in by. */
export function createUpdateMemories() {
  /** device id and type → its updates */
  const memories = createEmbeddedCache<UpdateMemory>(MAX_MEMORIES);
  return (deviceId: string, type: OtaPackageType): UpdateMemory => {
    const key = `${deviceId} ${type}`;
    const memory = memories.get(key) ?? emptyMemory();
    memories.set(key, memory);
    return memory;
  };
}

const UNDER_WAY: readonly (OtaUpdateState | undefined)[] = ['DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING'];

/** Whether the client has begun with the package that it is to have. */
export const isUnderWayIn = ({ state }: UpdateMemory): boolean => UNDER_WAY.includes(state);

/**
 * Brings the memory up to what a device is to have now.
 * @param report what its telemetry says: this server may have been away, or the same package was announced once more
 */
export function recall(memory: UpdateMemory, wanted: WantedPackage, report: UpdateReport | undefined): void {
  const id = packageId(wanted);
  if (memory.targetId !== id) {
    Object.assign(memory, { targetId: id, announcedAt: undefined, state: undefined, attempts: 0 });
  }
  if (!report || packageId(report) !== id || report.announcedAt === memory.announcedAt) return;
  const { state } = report;
  if (memory.announcedAt !== undefined) Object.assign(memory, { state: undefined, attempts: 0 });
  // A failure of this run may not be stored yet.
  const hasFailed = state === 'FAILED' || (memory.announcedAt === undefined && memory.state === 'FAILED');
  memory.failedId = hasFailed ? id : memory.failedId === id ? undefined : memory.failedId;
  if (UNDER_WAY.includes(state)) memory.state ??= state;
  memory.announcedAt = report.announcedAt;
}
