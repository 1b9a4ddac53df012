import { describe, expect, it } from 'vitest';
import { isOfPackages, keysOfColumns, packageColumns } from './package-columns.ts';

const t = ((key: string) => key) as never;

describe('columns of packages', () => {
  it('ask for what they show, and only while they are on the screen', () => {
    expect(keysOfColumns(['name', 'now'])).toEqual([]);
    expect(keysOfColumns(['name', 'softwareState', 'firmware'])).toEqual([
      'sw_state',
      'current_fw_title',
      'current_fw_version',
    ]);
  });

  it('show what a device has installed and how far its update is, in words where they are known', () => {
    const words = (values: Record<string, string>) =>
      packageColumns(t, (_, draw) => draw({ values: new Map(Object.entries(values)) })).map(({ cell }) =>
        cell({} as never),
      );
    expect(words({ current_fw_title: 'Pump', current_fw_version: '1.4', fw_state: 'FAILED', sw_state: 'ODD' })).toEqual(
      ['Pump 1.4', 'device.updateState.FAILED', '', 'ODD'],
    );
  });

  it('have keys that are no measurements', () => {
    expect(['fw_state', 'target_sw_version', 'current_fw_title', 'sw_error'].every(isOfPackages)).toBe(true);
    expect(isOfPackages('temperature')).toBe(false);
  });
});
