/** The language that every help text exists in; it stands in for those without a translation. */
export const HELP_LANGUAGE = 'en_US';

/** What a help id consists of: an area and a page, `nodes/create-alarm`; imported widget types may have longer ones. */
export const HELP_ID = /^[a-z\d_-]+(\/[a-z\d_-]+)*$/i;

/** Addresses of help texts and of the lists beside them, also below `/assets`: language, then what is wanted. */
export const HELP_FILE = /^\/(?:assets\/)?help\/([a-z]{2}_[A-Z]{2})\/([\w/-]+\.(?:md|json))$/;

/** A heading with the name by which links find it: `## Fields {#fields}`. */
export const HELP_HEADING = /^(#{1,4}) +(.+?)(?: +\{#([\w-]+)\})?$/;

/** How deep texts may include texts. */
const MAX_DEPTH = 10;

/** A line that stands for another text: `{% include parts/message %}`. */
const INCLUDE = /^\{% include ([\w/-]+) %\}$/;

/** A page in the table of contents. */
export interface HelpPage {
  id: string;
  title: string;
}

/** Pages under a heading, in the order in which they are read. */
export interface HelpArea {
  title: string;
  pages: readonly HelpPage[];
}

/** `contents.json` of a language. */
export interface HelpContents {
  areas: readonly HelpArea[];
}

/** What is below one heading of a page, as plain text, for the search. */
export interface HelpSection {
  /** Id of the page. */
  page: string;
  /** Name of the heading; absent: the beginning of the page. */
  anchor?: string;
  title: string;
  text: string;
}

/** `search.json` of a language. */
export interface HelpSearch {
  sections: readonly HelpSection[];
}

/** The name of a heading that has none of its own: its letters and digits, with dashes between words. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/**
 * A text with the texts that it includes. What includes itself, what is nested deeper than ten levels and what cannot be
 * read is left out.
 * @param read the text of an id
 * @param within ids of the texts around it, the innermost last
 */
export async function withIncludes(
  text: string,
  read: (id: string) => Promise<string | undefined>,
  within: readonly string[] = [],
): Promise<string> {
  const lines = text.split('\n').map(async (line) => {
    const id = INCLUDE.exec(line.trim())?.[1];
    if (id === undefined) return line;
    if (within.includes(id) || within.length >= MAX_DEPTH) return '';
    const included = await read(id);
    return included === undefined ? '' : withIncludes(included.trim(), read, [...within, id]);
  });
  return (await Promise.all(lines)).join('\n');
}

/** A text with the addresses of the console and of the help put in for `${siteBaseUrl}` and `${helpBaseUrl}`. */
export function withAddresses(text: string, addresses: { siteBaseUrl: string; helpBaseUrl: string }): string {
  return text.replace(/\$\{(siteBaseUrl|helpBaseUrl)\}/g, (_, name: keyof typeof addresses) => addresses[name]);
}
