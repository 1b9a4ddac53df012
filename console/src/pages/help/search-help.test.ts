import { describe, expect, it } from 'vitest';
import { createHelpIndex, excerptOf } from './search-help.ts';

const contents = {
  areas: [
    {
      title: 'Nodes',
      pages: [
        { id: 'nodes/log', title: 'Log' },
        { id: 'nodes/delay', title: 'Delay' },
      ],
    },
  ],
};
const index = createHelpIndex(
  {
    sections: [
      { page: 'nodes/log', title: 'Log', text: 'Writes a text about each message.' },
      { page: 'nodes/log', anchor: 'example', title: 'Example', text: 'return the temperature of the message' },
      { page: 'nodes/delay', title: 'Delay', text: 'Holds messages for a while, as the log does not.' },
    ],
  },
  contents,
);

describe('the search of the help', () => {
  it('finds headings before texts', () => {
    expect(index.find('log').places.map(({ page, anchor }) => `${page}#${anchor ?? ''}`)).toEqual([
      'nodes/log#',
      'nodes/log#example',
      'nodes/delay#',
    ]);
  });

  it('finds the beginnings of words and words with a slip', () => {
    expect(index.find('temperat').places[0]).toMatchObject({ anchor: 'example', pageTitle: 'Log' });
    expect(index.find('temprature').places[0]?.anchor).toBe('example');
  });

  it('wants all words, and is content with some where nothing has all', () => {
    expect(index.find('holds log').places.map(({ page }) => page)).toEqual(['nodes/delay']);
    expect(index.find('holds volcano').places.map(({ page }) => page)).toEqual(['nodes/delay']);
    expect(index.find('volcano')).toEqual({ places: [], total: 0 });
  });

  it('shows the words around what it found', () => {
    expect(excerptOf('Holds messages for a while.', ['messages'])).toEqual(['Holds ', 'messages', ' for a while.']);
    const long = excerptOf(`${'word '.repeat(40)}goal ${'word '.repeat(60)}`, ['goal']);
    expect(long[0]).toMatch(/^… word/);
    expect(long[1]).toBe('goal');
    expect(long.at(-1)).toMatch(/…$/);
  });
});
