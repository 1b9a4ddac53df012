import { describe, expect, it } from 'vitest';
import { type HelpSource, readHelp } from './read-help.ts';

/** Files by address; `null` cannot be asked. */
function sourceOf(files: Readonly<Record<string, string | null>>, base = 'https://docs.example') {
  const requested: string[] = [];
  const source: HelpSource = {
    async file(address) {
      requested.push(address);
      if (files[address] === null) throw new Error('away');
      return files[address];
    },
    base: async () => base,
    siteBaseUrl: 'https://console.example',
  };
  return { source, requested };
}

describe('a text of the help', () => {
  it('is that of the server that is named', async () => {
    const { source, requested } = sourceOf({ 'https://docs.example/help/de_DE/nodes/log.md': 'Protokoll' });
    expect(await readHelp('nodes/log', 'de_DE', source)).toEqual({ markdown: 'Protokoll' });
    expect(requested).toHaveLength(1);
  });

  it('is looked for below /assets, and then in the language that has all of them', async () => {
    const { source, requested } = sourceOf({ '/assets/help/en_US/nodes/log.md': 'Log' });
    expect(await readHelp('nodes/log', 'de_DE', source)).toEqual({ markdown: 'Log' });
    expect(requested).toEqual([
      'https://docs.example/help/de_DE/nodes/log.md',
      '/assets/help/de_DE/nodes/log.md',
      'https://docs.example/help/en_US/nodes/log.md',
      '/assets/help/en_US/nodes/log.md',
    ]);
  });

  it('is none where nobody has it', async () => {
    expect(await readHelp('nodes/none', 'en_US', sourceOf({}).source)).toBeNull();
  });

  it('fails where it may be and cannot be asked for', async () => {
    const { source } = sourceOf({ '/assets/help/en_US/nodes/log.md': null }, '/assets');
    await expect(readHelp('nodes/log', 'en_US', source)).rejects.toThrow('away');
  });

  it('is found below /assets when the named server is away', async () => {
    const { source } = sourceOf({ 'https://docs.example/help/en_US/a/b.md': null, '/assets/help/en_US/a/b.md': 'B' });
    expect(await readHelp('a/b', 'en_US', source)).toEqual({ markdown: 'B' });
  });

  it('has its includes and addresses', async () => {
    const { source } = sourceOf(
      {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders of texts
        '/assets/help/en_US/a/b.md': '{% include parts/c %}\n${siteBaseUrl}/devices',
        '/assets/help/en_US/parts/c.md': 'C',
      },
      '/assets',
    );
    expect(await readHelp('a/b', 'en_US', source)).toEqual({ markdown: 'C\nhttps://console.example/devices' });
  });
});
