import { describe, expect, it } from 'vitest';
import { nameOfObject } from './object-names.ts';

describe('names of objects', () => {
  it.each([
    ['1.3.6.1.2.1.1.3.0', 'sysUpTime.0'],
    ['1.3.6.1.2.1.1.9.1.3.4', 'sysORDescr.4'],
    ['1.3.6.1.2.1.2.2.1.10.2', 'ifInOctets.2'],
    ['1.3.6.1.2.1.31.1.1.1.6.2', 'ifHCInOctets.2'],
    ['1.3.6.1.2.1.25.2.3.1.6.31', 'hrStorageUsed.31'],
    ['1.3.6.1.2.1.25.2.2.0', 'hrMemorySize.0'],
    ['1.3.6.1.2.1.25.3.3.1.2.196608', 'hrProcessorLoad.196608'],
    ['1.3.6.1.2.1.1', undefined],
    ['1.3.6.1.4.1.2021.10.1.3.1', undefined],
    ['1.3', undefined],
  ])('of %s: %s', (oid, name) => expect(nameOfObject(oid)).toBe(name));
});
