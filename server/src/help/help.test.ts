import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HelpContents, HelpSearch } from '@signalbox/contract/help-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHelp } from './help.ts';
import { plainText, sectionsOf } from './search-sections.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'help-'));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write('en_US/areas.json', '[{"title": "First", "pages": ["start/one", "nodes/log"]}]');
  write('en_US/start/one.md', '# One\n\n{% include parts/two %}\n');
  write('en_US/parts/two.md', 'two');
  write('de_DE/nodes/log.md', '## Beispiel');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the files of the help', () => {
  it('are texts with what they include, below both addresses', async () => {
    const help = createHelp(folder);
    const file = await help.find('/help/en_US/start/one.md');
    expect(file).toMatchObject({ body: '# One\n\ntwo', type: 'text/markdown; charset=utf-8' });
    expect(await help.find('/assets/help/en_US/start/one.md')).toEqual(file);
    expect(file?.etag).toMatch(/^".+"$/);
  });

  it('have what is known of nodes, also where nothing is written', async () => {
    const help = createHelp(folder);
    expect((await help.find('/help/en_US/nodes/log.md'))?.body).toContain('| Text of the message |');
    expect((await help.find('/help/en_US/nodes/delay-deprecated.md'))?.body).toContain('`maxPendingMsgs`');
  });

  it('are only those that are written in other languages', async () => {
    const help = createHelp(folder);
    expect((await help.find('/help/de_DE/nodes/log.md'))?.body).toContain('Beispiel');
    expect(await help.find('/help/de_DE/nodes/switch.md')).toBeUndefined();
    expect(await help.find('/help/fr_FR/nodes/log.md')).toBeUndefined();
  });

  it('are listed and can be searched', async () => {
    const help = createHelp(folder);
    const contents = JSON.parse((await help.find('/help/en_US/contents.json'))?.body ?? '') as HelpContents;
    expect(contents.areas[0]?.pages.map(({ title }) => title)).toEqual(['One', 'Log']);
    const search = JSON.parse((await help.find('/help/en_US/search.json'))?.body ?? '') as HelpSearch;
    expect(search.sections[0]).toEqual({ page: 'start/one', title: 'One', text: 'two' });
    expect(search.sections.some(({ page, anchor }) => page === 'nodes/log' && anchor === 'settings')).toBe(true);
  });

  it('are told from pages of the console', () => {
    const help = createHelp(folder);
    expect(['/help/en_US/a/b.md', '/help/nodes/log', '/help'].map(help.isHelp)).toEqual([true, false, false]);
  });
});

describe('the sections of a text', () => {
  it('begin with its headings, not with those in code', () => {
    const sections = sectionsOf('a/b', '# A\n\nfirst\n\n```sh\n# no heading\n```\n\n## B {#two}\n\n**bold** `code`');
    expect(sections).toEqual([
      { page: 'a/b', title: 'A', text: 'first # no heading' },
      { page: 'a/b', anchor: 'two', title: 'B', text: 'bold code' },
    ]);
  });

  it('are plain text', () => {
    expect(plainText('| a | b |\n| --- | --- |\n| [x](/help/y) | `z` |')).toBe('a b x z');
  });
});
