// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { followLinks } from './links.ts';

it.each([
  ['<a href="/dashboards/1?state=x">', ['/dashboards/1?state=x']],
  ['<a href="https://example.com/a" target="_blank">', ['https://example.com/a']],
  ['<a routerLink="/devices">', ['/devices']],
  ['<button routerLink="devices">', ['/devices']],
  ['<a href="#top">', []],
  ['<a href="mailto:a@example.com">', []],
  ['<a href="javascript:void 0">', []],
  ['<a>', []],
  ['<a href="">', [], true],
  ['<a href="data:text/html,x">', [], true],
])('the page follows %s', (link, ...rest) => {
  const [expected, isStopped = expected.length > 0] = rest as [string[], boolean?];
  const go = vi.fn();
  const end = followLinks(document, go);
  document.body.innerHTML = `${link}<b>there</b>`;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('b')?.dispatchEvent(event);
  expect(go.mock.calls.flat()).toEqual(expected);
  expect(event.defaultPrevented).toBe(isStopped);
  end();
});

it('a click that a widget has taken itself leads nowhere', () => {
  const go = vi.fn();
  const end = followLinks(document, go);
  document.body.innerHTML = '<a href="/dashboards">there</a>';
  document.querySelector('a')?.addEventListener('click', (event) => event.preventDefault());
  document.querySelector('a')?.click();
  expect(go).not.toHaveBeenCalled();
  end();
});
