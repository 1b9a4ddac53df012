import { expect, it } from 'vitest';
import { withActionElements } from './action-elements.ts';

it.each([
  [
    '<link-act name="open">Open</link-act>',
    '<a class="tb-custom-action" data-action-name="open" href="#" role="button">Open</a>',
  ],
  [
    '<p><Button-act  name=\'a "b"\' >\nGo\n</button-act></p>',
    '<p><button class="tb-custom-action" data-action-name="a &#34;b&#34;" type="button">\nGo\n</button></p>',
  ],
  ['<link-act name="open">Open', '<link-act name="open">Open'],
  ['<link-act>Open</link-act>', '<link-act>Open</link-act>'],
])('%s becomes %s', (html, expected) => {
  expect(withActionElements(html)).toBe(expected);
});

it.each(['<link-act name="a">', "<button-act name='", '<link-act name="a"'])(
  'very many of %s take no longer than their length',
  (part) => {
    const html = part.repeat(20_000);
    const started = performance.now();
    expect(withActionElements(html)).toBe(html);
    expect(performance.now() - started).toBeLessThan(500);
  },
);
