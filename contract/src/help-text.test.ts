import { describe, expect, it } from 'vitest';
import { anchorOf, HELP_FILE, HELP_HEADING, withAddresses, withIncludes } from './help-text.ts';

const reading = (texts: Readonly<Record<string, string>>) => async (id: string) => texts[id];

describe('a help text', () => {
  it('has the texts that it includes in place of the lines that name them', async () => {
    const read = reading({ 'parts/one': 'one\n{% include parts/two %}\n', 'parts/two': 'two' });
    expect(await withIncludes('before\n{% include parts/one %}\nafter', read)).toBe('before\none\ntwo\nafter');
  });

  it('leaves out what includes itself, and what cannot be read', async () => {
    const read = reading({ a: 'a\n{% include b %}', b: 'b\n{% include a %}' });
    expect(await withIncludes('{% include a %}\n{% include none %}', read)).toBe('a\nb\n\n');
  });

  it('goes ten levels deep', async () => {
    const texts = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`t${n}`, `${n}\n{% include t${n + 1} %}`]));
    const text = await withIncludes('{% include t0 %}', reading(texts));
    expect(text.trim().split('\n')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('has the addresses of the console and of the help, and leaves other placeholders alone', () => {
    const addresses = { siteBaseUrl: 'https://a.example', helpBaseUrl: '/assets' };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders of texts
    const text = withAddresses('${siteBaseUrl}/x ${helpBaseUrl}/y ${temperature}', addresses);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders of texts
    expect(text).toBe('https://a.example/x /assets/y ${temperature}');
  });

  it('has headings with names', () => {
    expect(HELP_HEADING.exec('## Line chart {#basic_timeseries}')?.slice(1)).toEqual([
      '##',
      'Line chart',
      'basic_timeseries',
    ]);
    expect(HELP_HEADING.exec('# Devices')?.slice(1)).toEqual(['#', 'Devices', undefined]);
    expect(anchorOf('What it returns: `true`')).toBe('what-it-returns-true');
  });

  it.each([
    ['/help/en_US/nodes/log.md', ['en_US', 'nodes/log.md']],
    ['/assets/help/de_DE/contents.json', ['de_DE', 'contents.json']],
    ['/help/nodes/log', undefined],
    ['/help/en_US/../../secret.md', undefined],
  ])('is at an address of its own: %s', (address, parts) => {
    expect(HELP_FILE.exec(address)?.slice(1)).toEqual(parts);
  });
});
