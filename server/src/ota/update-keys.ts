import type { OtaPackageType, OtaUpdateState } from '@signalbox/contract/ota-package';
import type { KeyValue, TimedValues } from '../values/value.ts';

/** What a device is told of the package that it is to install. */
export interface TargetPackage {
  title: string;
  version: string;
  tag: string | null;
  /** null: the file is on this server. */
  url: string | null;
  checksumAlgorithm: string | null;
  checksum: string | null;
  /** Bytes. */
  dataSize: number | null;
}

const PREFIXES: Readonly<Record<OtaPackageType, string>> = { FIRMWARE: 'fw', SOFTWARE: 'sw' };

const text = (key: string, value: string | null): KeyValue[] =>
  value === null ? [] : [{ key, value: { type: 'STRING', value } }];
const whole = (key: string, value: number | null): KeyValue[] =>
  value === null ? [] : [{ key, value: { type: 'LONG', value } }];

/** Telemetry of a device whose update waits for its turn. @param ts epoch ms */
export function queuedPoints(type: OtaPackageType, target: TargetPackage, ts: number): TimedValues[] {
  const prefix = PREFIXES[type];
  const values = [
    ...text(`target_${prefix}_title`, target.title),
    ...text(`target_${prefix}_version`, target.version),
    ...text(`target_${prefix}_tag`, target.tag),
    ...whole(`target_${prefix}_ts`, ts),
    ...text(`${prefix}_state`, 'QUEUED' satisfies OtaUpdateState),
  ];
  return [{ ts, values }];
}

/** Telemetry of a device that is about to be told. @param ts epoch ms */
export function initiatedPoints(type: OtaPackageType, ts: number): TimedValues[] {
  return [{ ts, values: text(`${PREFIXES[type]}_state`, 'INITIATED' satisfies OtaUpdateState) }];
}

/** Shared attributes that tell a device what to install, and where it is. */
export function targetAttributes(type: OtaPackageType, target: TargetPackage): KeyValue[] {
  const prefix = PREFIXES[type];
  return [
    ...text(`${prefix}_title`, target.title),
    ...text(`${prefix}_version`, target.version),
    ...text(`${prefix}_tag`, target.tag),
    ...text(`${prefix}_url`, target.url),
    ...whole(`${prefix}_size`, target.dataSize),
    ...text(`${prefix}_checksum_algorithm`, target.checksumAlgorithm),
    ...text(`${prefix}_checksum`, target.checksum),
  ];
}

/** Shared attributes that a device must not have any more. @param target null: it has no package */
export function obsoleteAttributes(type: OtaPackageType, target: TargetPackage | null): string[] {
  const prefix = PREFIXES[type];
  const names = ['title', 'version', 'tag', 'ts', 'state', 'size', 'checksum', 'checksum_algorithm', 'url'];
  const told = new Set(target ? targetAttributes(type, target).map(({ key }) => key) : []);
  return names.map((name) => `${prefix}_${name}`).filter((key) => !told.has(key));
}
