// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { takeFocus } from './take-focus.ts';

const page = (html: string) => {
  document.body.innerHTML = html;
  return (id: string) => document.getElementById(id) as HTMLElement;
};
afterEach(() => {
  document.body.innerHTML = '';
});

it('moves the focus from where it is left', () => {
  const of = page('<button id="row"></button><h2 id="panel" tabindex="-1"></h2>');
  of('row').focus();
  takeFocus(of('panel'));
  expect(document.activeElement).toBe(of('panel'));
});

it('leaves it with who works in a dialog, but moves within that', () => {
  const of = page(
    '<div role="dialog" aria-modal="true"><button id="send"></button><h3 id="part" tabindex="-1"></h3></div>' +
      '<h2 id="panel" tabindex="-1"></h2>',
  );
  of('send').focus();
  takeFocus(of('panel'));
  expect(document.activeElement).toBe(of('send'));
  takeFocus(of('part'));
  expect(document.activeElement).toBe(of('part'));
});

it('does nothing for what is not there', () => {
  takeFocus(null);
  expect(document.activeElement).toBe(document.body);
});
