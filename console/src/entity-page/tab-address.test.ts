import { describe, expect, it } from 'vitest';
import { listAddressOf, withSameTab, withTab } from './tab-address.ts';

const address = () => new URLSearchParams('search=pump&tab=events&tab.type=STATS&tab.page=3');

describe('the open tab in the address', () => {
  it('takes what it kept there along when another is opened', () => {
    expect(withTab(address(), 'audit').toString()).toBe('search=pump&tab=audit');
    expect(withTab(address(), undefined).toString()).toBe('search=pump');
  });

  it('stays with its filters, at the first page, for the next entity', () => {
    expect(withSameTab(address()).toString()).toBe('search=pump&tab=events&tab.type=STATS');
  });
});

describe('what a list keeps in the address', () => {
  const listOf = (members: string) => listAddressOf(new URLSearchParams(members), 'tab.', () => undefined);

  it('counts as absent where it makes no sense', () => {
    expect(listOf('tab.search=%00').get('search')).toBeUndefined();
    expect(listOf('tab.search=a%00b').get('search')).toBeUndefined();
    expect(listOf('search=pump').get('search')).toBeUndefined();
    expect(listOf('tab.search=pump').get('search')).toBe('pump');
    expect(['3', '-1', '1e99', 'Infinity', 'x', ''].map((page) => listOf(`tab.page=${page}`).page)).toEqual([
      ...[2, 0, 0, 0, 0, 0],
    ]);
    expect(listOf('').page).toBe(0);
  });
});
