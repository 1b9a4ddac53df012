import { describe, expect, it } from 'vitest';
import { contrast } from '../drawing/colors.ts';
import { terminalColors } from './terminal-frame.tsx';

describe('the colours of a terminal', () => {
  it('are those of the theme on the ground of the theme', () => {
    expect(terminalColors({ backgroundColor: '#fff' })).toEqual({});
    expect(terminalColors({})).toEqual({});
  });

  it('can be read on a ground of its own', () => {
    const colors = terminalColors({ backgroundColor: '#010101', color: 'rgba(255, 254, 254, 0.87)' });
    expect(colors).toMatchObject({ '--text': 'rgba(255, 254, 254, 0.87)', '--surface-2': 'transparent' });
    expect(contrast(colors['--critical'] ?? '', '#010101')).toBeGreaterThan(4.5);
    // The text of the theme is for its ground.
    const plain = terminalColors({ backgroundColor: '#010101', color: 'rgba(0, 0, 0, 0.87)' })['--text'] ?? '';
    expect(contrast(plain, '#010101')).toBeGreaterThan(7);
  });
});
