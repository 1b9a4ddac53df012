import type { DeviceInfo } from '@signalbox/contract/device';
import { OTA_UPDATE_STATES } from '@signalbox/contract/ota-package';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { LiveDevice } from '../../api/live-devices.ts';
import type { Column } from '../../entity-page/columns.ts';

/** What devices report of their packages: the beginning of its keys, and the id of its columns. */
const KINDS = [
  { id: 'firmware', prefix: 'fw' },
  { id: 'software', prefix: 'sw' },
] as const;

const STATES: readonly string[] = OTA_UPDATE_STATES;

/** Telemetry keys by the id of the column that shows them. */
const KEYS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  KINDS.flatMap(({ id, prefix }) => [
    [id, [`current_${prefix}_title`, `current_${prefix}_version`]],
    [`${id}State`, [`${prefix}_state`]],
  ]),
);

/** The telemetry keys that the columns on the screen show. */
export const keysOfColumns = (shown: readonly string[]): readonly string[] => shown.flatMap((id) => KEYS[id] ?? []);

const OF_PACKAGES: ReadonlySet<string> = new Set(
  KINDS.flatMap(({ prefix }) => [
    ...[`current_${prefix}_title`, `current_${prefix}_version`, `${prefix}_state`, `${prefix}_error`],
    ...['title', 'version', 'tag', 'ts'].map((end) => `target_${prefix}_${end}`),
  ]),
);

/** Whether a key is about packages, and no measurement. */
export const isOfPackages = (key: string): boolean => OF_PACKAGES.has(key);

/**
 * Columns with what devices have installed and how their updates stand; not shown until chosen.
 * @param followed draws what is followed of a device, again when that changes
 */
export function packageColumns(
  t: TFunction,
  followed: (device: DeviceInfo, draw: (known: Pick<LiveDevice, 'values'> | undefined) => ReactNode) => ReactNode,
): Column<DeviceInfo>[] {
  return KINDS.flatMap(({ id, prefix }): Column<DeviceInfo>[] => [
    {
      id,
      title: t(`device.${id}`),
      width: 140,
      priority: 9,
      hiddenAtFirst: true,
      cell: (device) =>
        followed(device, (known) =>
          ['title', 'version']
            .map((part) => known?.values.get(`current_${prefix}_${part}`))
            .filter(Boolean)
            .join(' '),
        ),
    },
    {
      id: `${id}State`,
      title: t(`device.${id}State`),
      width: 130,
      priority: 9,
      hiddenAtFirst: true,
      cell: (device) =>
        followed(device, (known) => {
          const state = known?.values.get(`${prefix}_state`) ?? '';
          return STATES.includes(state) ? t(`device.updateState.${state}`) : state;
        }),
    },
  ]);
}
