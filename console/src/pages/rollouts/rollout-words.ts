import './texts/texts.ts';
import type { RolloutDevice, RolloutWave } from '@signalbox/contract/rollout';
import type { TFunction } from 'i18next';
import type { RolloutRow } from '../../api/rollouts.ts';
import { formatNumber } from '../../i18n/format.ts';

/** Devices that have been given the package and not given it back. */
export function givenCount(waves: readonly RolloutWave[]): number {
  return waves.reduce((sum, wave) => sum + wave.total - wave.waiting - wave.skipped - wave.rolledBack, 0);
}

/** Devices that the next wave begins with. */
export function nextCount({ wave, waves }: Pick<RolloutRow, 'wave' | 'waves'>): number {
  return waves[wave + 1]?.total ?? 0;
}

/** Failures that count. */
export function failedCount(waves: readonly RolloutWave[]): number {
  return waves.reduce((sum, { failed }) => sum + failed, 0);
}

/** Devices that can be told once more: all that failed, also those whose failure was accepted. */
export function retriedCount({ waves, packageId }: Pick<RolloutRow, 'waves' | 'packageId'>): number {
  return packageId === null ? 0 : waves.reduce((sum, { failed, accepted }) => sum + failed + accepted, 0);
}

type PartName = 'succeeded' | 'underWay' | 'failed' | 'accepted' | 'rolledBack' | 'skipped' | 'waiting';

/** The parts of a wave that have devices, in the order of its bar. */
export function partsOf(wave: RolloutWave): { name: PartName; count: number }[] {
  const names = ['succeeded', 'underWay', 'failed', 'accepted', 'rolledBack', 'skipped', 'waiting'] as const;
  return names.map((name) => ({ name, count: wave[name] })).filter(({ count }) => count > 0);
}

/** What a device waits for, as a key of the texts; undefined: for nothing. */
export function waitReason(
  device: Pick<RolloutDevice, 'step' | 'wave' | 'reason' | 'accepted'>,
  rollout: Pick<RolloutRow, 'state' | 'wave'>,
): string | undefined {
  if (device.reason !== null) return `rollouts.reasonsOfDevice.${device.reason}`;
  if (device.accepted) return 'rollouts.waits.accepted';
  switch (device.step) {
    case 'WAITING':
      if (rollout.state === 'DRAFT') return 'rollouts.waits.draft';
      if (rollout.state === 'PAUSED') return 'rollouts.waits.paused';
      if (rollout.state === 'WAITING') return 'rollouts.waits.approval';
      if (rollout.state !== 'RUNNING') return 'rollouts.waits.never';
      return device.wave > rollout.wave ? 'rollouts.waits.wave' : 'rollouts.waits.turn';
    case 'QUEUED':
      return 'rollouts.waits.queued';
    case 'INITIATED':
      return 'rollouts.waits.initiated';
    case 'SILENT':
      return 'rollouts.waits.silent';
    case 'BAD_VALUES':
      return 'rollouts.waits.badValues';
    default:
      return undefined;
  }
}

/** How a roll-out stands, in words. */
export function stateWords(t: TFunction, { state, reason, wave, waves }: RolloutRow): string {
  const words = t(`rollouts.states.${state}`);
  if (reason) return `${words}: ${t(`rollouts.reasons.${reason}`)}`;
  if (state !== 'RUNNING' && state !== 'WAITING') return words;
  return `${words} · ${t('rollouts.waveOf', { wave: formatNumber(wave + 1), waves: formatNumber(waves.length) })}`;
}

/** What a wave is made of: its share, or that it is a list. */
export function waveWords(t: TFunction, { share }: RolloutWave, at: number): string {
  const number = t('rollouts.waveNumber', { wave: formatNumber(at + 1) });
  return `${number} · ${share === null ? t('rollouts.list') : t('rollouts.upTo', { share: formatNumber(share) })}`;
}
