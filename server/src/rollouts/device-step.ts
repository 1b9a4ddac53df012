import { cutText } from '@signalbox/contract/cut-text';
import { OTA_UPDATE_STATES, type OtaUpdateState } from '@signalbox/contract/ota-package';
import type { RolloutDeviceReason, RolloutStep } from '@signalbox/contract/rollout';

/** What a device of a roll-out is known to be at. Times in epoch ms. */
export interface DeviceProgress {
  step: RolloutStep;
  since: number;
  reported: string | null;
  /** When the device, by its own clock, reported that. */
  reportedTs: number | null;
  /** When the server noticed its last sign. */
  progressTime: number;
  said: string | null;
  reason: RolloutDeviceReason | null;
}

/** What the database has of a device now. Times in epoch ms. */
export interface DeviceSigns {
  /** Whether the package of the roll-out is its own package. */
  hasPackage: boolean;
  hasProfile: boolean;
  /** When it was about to be given the package. */
  assignedTime: number;
  /** Whether it had it before. */
  hadIt: boolean;
  /** `target_fw_ts`: when the platform queued the update. */
  targetTs: number | null;
  state: { value: string | null; ts: number } | null;
  error: { value: string | null; ts: number } | null;
}

/** Longest text of a device that is kept. */
const MAX_SAID = 1000;

/** What is kept of a text of a device. */
const keptOf = (said: string | null | undefined): string | null => cutText(said ?? '', MAX_SAID) || null;

const isState = (value: string | null): value is OtaUpdateState =>
  (OTA_UPDATE_STATES as readonly (string | null)[]).includes(value);

/** Steps at which nothing more is expected of a device. */
const ENDED: readonly RolloutStep[] = ['UPDATED', 'FAILED', 'BAD_VALUES'];
const NOT_UNDER_WAY: readonly RolloutStep[] = [...ENDED, 'ASSIGNING', 'QUEUED', 'SILENT'];

/** How long silence lasts. */
export interface Times {
  /** A device that says nothing for so long is silent, ms. */
  silence: number;
  /** epoch ms */
  now: number;
  /** The clock was set ahead not so long ago: nobody falls silent by that, and who was silent stays so. */
  isUncertain?: boolean;
}

/** What becomes of a device, by what it and the update queue have written since it was given the package. */
export function nextProgress(
  before: DeviceProgress,
  signs: DeviceSigns,
  { silence, now, isUncertain = false }: Times,
): DeviceProgress {
  const enter = (step: RolloutStep, more: Partial<DeviceProgress> = {}): DeviceProgress => ({
    ...before,
    ...more,
    step,
    since: step === before.step ? before.since : now,
  });
  if (!signs.hasPackage) {
    return enter('SKIPPED', { reason: signs.hasProfile ? 'ANOTHER_PACKAGE' : 'ANOTHER_PROFILE' });
  }
  const isAnnounced = signs.hadIt || (signs.targetTs ?? 0) >= signs.assignedTime;
  if (!isAnnounced) return enter('QUEUED');
  // What it says of an update before this one is nothing new.
  const from = signs.hadIt ? 0 : (signs.targetTs ?? 0);
  const state = signs.state && signs.state.ts >= from ? signs.state : null;
  const error = signs.error && signs.error.ts >= from ? signs.error.value : null;
  const reported = keptOf(state?.value);
  const isNews = state !== null && (state.ts !== before.reportedTs || reported !== before.reported);
  const heard: Partial<DeviceProgress> = {
    reported,
    reportedTs: state?.ts ?? null,
    said: keptOf(error),
    progressTime: isNews ? now : before.progressTime,
  };
  const known = isState(state?.value ?? null) ? (state?.value as OtaUpdateState) : undefined;
  let step: RolloutStep;
  if (known) step = known;
  else if (!state) step = signs.hadIt ? 'INITIATED' : 'QUEUED';
  // A state of its own making: it is where it was.
  else step = NOT_UNDER_WAY.includes(before.step) ? 'INITIATED' : before.step;
  if (step === 'UPDATED' && before.step === 'BAD_VALUES') step = 'BAD_VALUES';
  // What the update queue takes its time for is not the silence of the device.
  if (step === 'QUEUED') return enter(step, heard);
  const isSilent = isUncertain ? before.step === 'SILENT' && !isNews : now - (heard.progressTime as number) >= silence;
  if (!ENDED.includes(step) && isSilent) step = 'SILENT';
  else if (step === 'SILENT') step = 'INITIATED';
  return enter(step, heard);
}
