import { describe, expect, it } from 'vitest';
import { withoutMenu } from './without-menu.ts';

describe('what a page shows', () => {
  it('is told without its main menu', () => {
    const entries = Array.from({ length: 9 }, (_, index) => `    - link "Entry ${index}"`);
    const rest = ['- main:', '  - navigation "Path":', '    - link "Devices"', '  - heading "Pump"'];
    const snapshot = ['- banner:', '  - navigation "Main menu":', ...entries, ...rest].join('\n');
    expect(withoutMenu(snapshot).split('\n')).toEqual(['- banner:', '  - navigation "Main menu":', ...rest]);
  });
});
