import type { HelpContents, HelpSearch, HelpSection } from '@signalbox/contract/help-text';
import MiniSearch from 'minisearch';

/** A place in the help that has what was searched. */
export interface FoundPlace {
  page: string;
  anchor?: string | undefined;
  /** Of the heading. */
  title: string;
  /** Of its page, where that is another one. */
  pageTitle?: string | undefined;
  /** The words around what was found, in parts of which every second one was searched. */
  excerpt: readonly string[];
}

/** Places that are shown; whoever wants another one searches for more words. */
const MAX_FOUND = 30;
/** Letters of an excerpt before the first word that was found, and all of them. */
const BEFORE = 50;
const EXCERPT = 170;

interface Entry extends HelpSection {
  id: number;
  pageTitle: string;
}

/** Words that are searched: also the parts of names such as `temperature_gauge`. */
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}$]+/u).filter(Boolean);

/** The part of a text around the first of some words, cut where these begin and end. */
export function excerptOf(text: string, words: readonly string[]): string[] {
  const found = words.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (found.length === 0) return [text.slice(0, EXCERPT)];
  const pattern = new RegExp(`(${found.sort((one, other) => other.length - one.length).join('|')})`, 'gi');
  const first = Math.max(0, text.search(pattern));
  const from = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const to = text.length <= from + EXCERPT ? text.length : text.lastIndexOf(' ', from + EXCERPT);
  const part = text.slice(from, to > from ? to : from + EXCERPT);
  const whole = `${from > 0 ? '… ' : ''}${part}${from + part.length < text.length ? ' …' : ''}`;
  return whole.split(pattern);
}

/** Makes the texts of the help searchable. */
export function createHelpIndex(search: HelpSearch, contents: HelpContents) {
  const titles = new Map(contents.areas.flatMap((area) => area.pages.map(({ id, title }) => [id, title])));
  const entries: Entry[] = search.sections.map((section, id) => ({
    ...section,
    id,
    pageTitle: titles.get(section.page) ?? '',
  }));
  const index = new MiniSearch<Entry>({
    fields: ['title', 'pageTitle', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { title: 6, pageTitle: 3 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.15 : false),
    },
  });
  index.addAll(entries);

  return {
    /** Places that have all words, or, where there is none, some of them; the best first. */
    find(text: string): { places: FoundPlace[]; total: number } {
      const all = index.search(text, { combineWith: 'AND' });
      const found = all.length > 0 ? all : index.search(text);
      const places = found.slice(0, MAX_FOUND).flatMap(({ id, terms }) => {
        const entry = entries[id as number];
        if (!entry) return [];
        const { page, anchor, title, pageTitle } = entry;
        return {
          page,
          anchor,
          title,
          pageTitle: pageTitle === title ? undefined : pageTitle,
          excerpt: excerptOf(entry.text, terms),
        };
      });
      return { places, total: found.length };
    },
  };
}
