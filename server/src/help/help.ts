import { createHash } from 'node:crypto';
import { HELP_FILE, HELP_LANGUAGE } from '@signalbox/contract/help-text';
import type { HelpFile, HelpFiles } from '../http/help-files.ts';
import { HELP_FOLDER, languagesIn } from './help-folder.ts';
import { composeHelp, type HelpPages } from './help-pages.ts';

function fileOf(body: string, type: string): HelpFile {
  return { body, type, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
}

/**
 * The help of this installation: pages as Markdown, `contents.json` and `search.json` of each language. It is read when
 * somebody first asks for it.
 */
export function createHelp(folder = HELP_FOLDER): HelpFiles {
  /** Language → name → file */
  const languages = new Map<string, Promise<ReadonlyMap<string, HelpFile>>>();

  async function read(language: string): Promise<ReadonlyMap<string, HelpFile>> {
    const { pages, contents, search }: HelpPages = await composeHelp(folder, language, language === HELP_LANGUAGE);
    return new Map([
      ...[...pages].map(([id, text]) => [`${id}.md`, fileOf(text, 'text/markdown; charset=utf-8')] as const),
      ['contents.json', fileOf(JSON.stringify(contents), 'application/json')],
      ['search.json', fileOf(JSON.stringify(search), 'application/json')],
    ]);
  }

  return {
    isHelp: (address) => HELP_FILE.test(address),

    async find(address) {
      const [, language = '', name = ''] = HELP_FILE.exec(address) ?? [];
      let files = languages.get(language);
      if (!files) {
        if (!languagesIn(folder).includes(language)) return undefined;
        files = read(language);
        languages.set(language, files);
        // Tried again with the next request.
        files.catch(() => languages.delete(language));
      }
      return (await files).get(name);
    },
  };
}
