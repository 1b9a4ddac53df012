import { type HelpContents, type HelpSearch, withIncludes } from '@signalbox/contract/help-text';
import { readHelp, type WrittenArea } from './help-folder.ts';
import { nodeParts } from './node-help.ts';
import { plainText, sectionsOf } from './search-sections.ts';
import { bundlePage, bundlesById } from './widget-help.ts';

/** Everything that is there to be read in a language. */
export interface HelpPages {
  /** Id → the whole page as Markdown, with its includes. */
  pages: ReadonlyMap<string, string>;
  contents: HelpContents;
  search: HelpSearch;
}

/** The title of a page: its first heading. */
const titleOf = (markdown: string, id: string) => plainText(/^# (.+)$/m.exec(markdown)?.[1] ?? id);

/**
 * Reads what is written in a language and adds what is known otherwise: fields of nodes, settings of widget types.
 * @param isWhole nodes and bundles without a written text have a page, too
 */
export async function composeHelp(folder: string, language: string, isWhole: boolean): Promise<HelpPages> {
  const { texts, areas } = readHelp(folder, language);
  const pages = new Map<string, string>();
  for (const [id, text] of texts) pages.set(id, text);
  for (const [id, part] of nodeParts()) {
    const written = texts.get(id);
    if (written !== undefined || isWhole) pages.set(id, `${part}\n\n${written ?? ''}`);
  }
  for (const [id, bundle] of bundlesById()) {
    const written = texts.get(id);
    if (written !== undefined || isWhole) pages.set(id, bundlePage(bundle, written ?? ''));
  }
  for (const [id, text] of pages) {
    pages.set(id, (await withIncludes(text, async (included) => texts.get(included), [id])).trimEnd());
  }
  return { pages, ...listsOf(pages, areas) };
}

function listsOf(pages: ReadonlyMap<string, string>, areas: readonly WrittenArea[]) {
  const listed = areas.map((area) => ({
    title: area.title,
    pages: area.pages.flatMap((id) => {
      const text = pages.get(id);
      return text === undefined ? [] : [{ id, title: titleOf(text, id) }];
    }),
  }));
  const ids = listed.flatMap((area) => area.pages.map(({ id }) => id));
  return {
    contents: { areas: listed },
    search: { sections: ids.flatMap((id) => sectionsOf(id, pages.get(id) ?? '')) },
  };
}
