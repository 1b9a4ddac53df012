import { describe, expect, it } from 'vitest';
import { helpAddress, linkOfHelp, placeOfHelp, placeOfLink } from './help-id.ts';

describe('an id of the help', () => {
  it('names a page, and a heading on it', () => {
    expect(placeOfHelp('nodes/log')).toEqual({ id: 'nodes/log' });
    expect(placeOfHelp('widgets/charts#bars')).toEqual({ id: 'widgets/charts', anchor: 'bars' });
    expect(helpAddress({ id: 'widgets/charts', anchor: 'bars' })).toBe('/help/widgets/charts#bars');
  });

  it.each([
    ['nodes/log', '/help/nodes/log'],
    ['https://docs.example/a#b', 'https://docs.example/a#b'],
    ['{host}/manual', 'https://here.example/manual'],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('leads to our help or to a site: %s', (id, address) => {
    expect(linkOfHelp(id, 'https://here.example')).toBe(address);
  });

  it('is found in links of texts', () => {
    const from = { id: 'nodes/log' };
    expect(placeOfLink('#settings', from)).toEqual({ id: 'nodes/log', anchor: 'settings' });
    expect(placeOfLink('/help/functions/text#a', from)).toEqual({ id: 'functions/text', anchor: 'a' });
    expect(placeOfLink('/help/functions/text', from)).toEqual({ id: 'functions/text', anchor: undefined });
    expect(placeOfLink('/devices', from)).toBeUndefined();
    expect(placeOfLink('https://a.example/help/x', from)).toBeUndefined();
  });
});
