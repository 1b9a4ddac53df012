import { describe, expect, it } from 'vitest';
import { withSameTab, withTab } from './tab-address.ts';

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
