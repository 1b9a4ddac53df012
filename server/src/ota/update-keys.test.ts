import { expect, it } from 'vitest';
import {
  initiatedPoints,
  obsoleteAttributes,
  queuedPoints,
  type TargetPackage,
  targetAttributes,
} from './update-keys.ts';

const file: TargetPackage = {
  ...{ title: 'Core', version: '2.0', tag: null, url: null },
  ...{ checksumAlgorithm: 'SHA256', checksum: 'ab', dataSize: 7 },
};
const link: TargetPackage = {
  ...{ title: 'Core', version: '2.0', tag: 'Core 2.0', url: 'https://files.example' },
  ...{ checksumAlgorithm: null, checksum: null, dataSize: null },
};
const plain = (entries: readonly { key: string; value: { value: unknown } }[]) =>
  Object.fromEntries(entries.map(({ key, value }) => [key, value.value]));

it('announces an update with one time', () => {
  const [points] = queuedPoints('FIRMWARE', link, 5);
  expect(points?.ts).toBe(5);
  expect(plain(points?.values ?? [])).toEqual({
    target_fw_title: 'Core',
    target_fw_version: '2.0',
    target_fw_tag: 'Core 2.0',
    target_fw_ts: 5,
    fw_state: 'QUEUED',
  });
  expect(plain(initiatedPoints('SOFTWARE', 6)[0]?.values ?? [])).toEqual({ sw_state: 'INITIATED' });
});

it('tells a device of a file on this server, and takes off what a former package had', () => {
  expect(plain(targetAttributes('SOFTWARE', file))).toEqual({
    sw_title: 'Core',
    sw_version: '2.0',
    sw_size: 7,
    sw_checksum_algorithm: 'SHA256',
    sw_checksum: 'ab',
  });
  expect(obsoleteAttributes('SOFTWARE', file)).toEqual(['sw_tag', 'sw_ts', 'sw_state', 'sw_url']);
});

it('tells a device of a file elsewhere', () => {
  expect(plain(targetAttributes('FIRMWARE', link))).toEqual({
    fw_title: 'Core',
    fw_version: '2.0',
    fw_tag: 'Core 2.0',
    fw_url: 'https://files.example',
  });
  expect(obsoleteAttributes('FIRMWARE', link)).toEqual([
    'fw_ts',
    'fw_state',
    'fw_size',
    'fw_checksum',
    'fw_checksum_algorithm',
  ]);
});

it('takes everything off a device without a package', () => {
  expect(obsoleteAttributes('FIRMWARE', null)).toHaveLength(9);
});
