import type { OtaPackageType, OtaUpdateState } from '@signalbox/contract/ota-package';
import type { Path } from '../codecs/content.ts';

/** Where and how one kind of package is updated (device-protocols.md §8.6). */
export interface UpdateKind {
  type: OtaPackageType;
  /** Of its attributes and telemetry. */
  prefix: 'fw' | 'sw';
  object: number;
  package: Path;
  uri: Path;
  /** Is executed when the package is there. */
  install: Path;
  /** Is executed before a package that is installed is replaced. */
  uninstall: Path | undefined;
  state: Path;
  result: Path;
  name: Path;
  version: Path;
  /** Names what is installed, too, on the object of the device. */
  deviceVersion: Path;
  deliveryMethod: Path | undefined;
  /** State of the device → that of the update. */
  states: Readonly<Record<number, OtaUpdateState>>;
  /** Results that are worth another attempt. */
  retried: readonly number[];
  resultStates: (result: number) => OtaUpdateState | undefined;
}

/** States in which a package waits for being installed. */
export const DOWNLOADED = 'DOWNLOADED' satisfies OtaUpdateState;

export const FIRMWARE: UpdateKind = {
  type: 'FIRMWARE',
  prefix: 'fw',
  object: 5,
  package: [5, 0, 0],
  uri: [5, 0, 1],
  install: [5, 0, 2],
  uninstall: undefined,
  state: [5, 0, 3],
  result: [5, 0, 5],
  name: [5, 0, 6],
  version: [5, 0, 7],
  deviceVersion: [3, 0, 3],
  deliveryMethod: [5, 0, 9],
  states: { 1: 'DOWNLOADING', 2: 'DOWNLOADED', 3: 'UPDATING' },
  retried: [4, 5],
  resultStates: (result) => (result === 1 ? 'UPDATED' : result >= 2 && result <= 9 ? 'FAILED' : undefined),
};

export const SOFTWARE: UpdateKind = {
  type: 'SOFTWARE',
  prefix: 'sw',
  object: 9,
  package: [9, 0, 2],
  uri: [9, 0, 3],
  install: [9, 0, 4],
  uninstall: [9, 0, 6],
  state: [9, 0, 7],
  result: [9, 0, 9],
  name: [9, 0, 0],
  version: [9, 0, 1],
  deviceVersion: [3, 0, 19],
  deliveryMethod: undefined,
  states: { 1: 'DOWNLOADING', 2: 'DOWNLOADING', 3: 'DOWNLOADED' },
  retried: [50, 51, 56, 57, 58, 59],
  resultStates(result) {
    const known: Readonly<Record<number, OtaUpdateState>> = { 1: 'DOWNLOADING', 2: 'UPDATED', 3: 'VERIFIED' };
    return result >= 50 && result <= 59 ? 'FAILED' : known[result];
  },
};

/** What a device has, as far as it says. */
export interface InstalledPackage {
  name: string;
  version: string;
  deviceVersion: string;
}

/** What it is to have. */
export interface WantedPackage {
  title: string;
  version: string;
  tag: string;
}

/** Name of a package, as it is compared: title and version. */
export const packageId = ({ title, version }: Pick<WantedPackage, 'title' | 'version'>): string => `${title}${version}`;

/** Whether the device does not have what it is to have, and has not failed with it. */
export function isUpdateNeeded(
  installed: InstalledPackage,
  wanted: WantedPackage,
  failedId: string | undefined,
): boolean {
  const id = packageId(wanted);
  const current = `${installed.name}${installed.version}`;
  const { tag } = wanted;
  if (id === failedId || id === current || (tag !== '' && tag === current)) return false;
  const { deviceVersion } = installed;
  return !(deviceVersion.includes(id) || (tag !== '' && deviceVersion.includes(tag)));
}
