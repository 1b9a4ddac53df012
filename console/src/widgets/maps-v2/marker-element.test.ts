// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { drawMarker, markerName } from './marker-element.ts';

const ANCHOR = { x: 0.5, y: 1 };
const look = (label: string) => ({ color: '#ff0000', picture: undefined, label, name: 'Pump' });

it('a new value at a marker changes its label and leaves its shape', () => {
  const element = document.createElement('div');
  drawMarker(element, look('1'), ANCHOR);
  const [shape, label] = element.children;
  const observer = new MutationObserver(() => undefined);
  observer.observe(element, { subtree: true, childList: true, attributeFilter: ['style', 'class'] });
  drawMarker(element, look('<b>2</b> bar'), ANCHOR);
  const changed = observer.takeRecords().filter(({ type }) => type === 'childList');
  expect(changed.map(({ target }) => target)).toEqual([label]);
  expect([...element.children]).toEqual([shape, label]);
  expect(label?.innerHTML).toBe('<b>2</b> bar');
  expect(element.getAttribute('aria-label')).toBe('Pump, 2 bar');
  drawMarker(element, look(''), ANCHOR);
  expect([...element.children]).toEqual([shape]);
});

it.each([
  ['', 'Pump'],
  [' 21  °C ', 'Pump, 21 °C'],
  ['Pump: 3', 'Pump: 3'],
  ['a &amp; <i>b</i>', 'Pump, a & b'],
])('a marker with the label %j is called %j', (label, name) => {
  expect(markerName('Pump', label)).toBe(name);
});
