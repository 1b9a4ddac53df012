import {
  HELP_LANGUAGE,
  type HelpContents,
  type HelpSearch,
  withAddresses,
  withIncludes,
} from '@signalbox/contract/help-text';
import { systemRoutes } from '@signalbox/contract/system';
import { call } from '../api/client.ts';

/** Where texts are when the server does not say it, or does not have them. */
const OWN_BASE = '/assets';

/** A text, or nothing where there is none of that id. */
export interface HelpText {
  markdown: string;
}

/** What reads files, so that tests need no server. */
export interface HelpSource {
  /** The file at an address; undefined when there is none. @throws when it cannot be known */
  file: (address: string) => Promise<string | undefined>;
  /** What the server says where the help is. */
  base: () => Promise<string>;
  siteBaseUrl: string;
}

async function fetchFile(address: string): Promise<string | undefined> {
  const reply = await fetch(address);
  // A server without help answers with the page of the console.
  if (reply.status === 404 || reply.headers.get('content-type')?.startsWith('text/html')) return undefined;
  if (!reply.ok) throw new Error(`${address}: ${reply.status} ${reply.statusText}`);
  return reply.text();
}

let requested: Promise<string> | undefined;

/** Asked once, and once more after a failure. */
function askBase(): Promise<string> {
  const ask = () => call(systemRoutes.getHelpBaseUrl, {}, { ignoreErrors: true, ignoreLoading: true });
  requested ??= ask()
    .catch(ask)
    // Pages may not speak to other servers; this one has the texts under all of its names.
    .then((base) => (base.startsWith('/') || base.startsWith(`${window.location.origin}`) ? base : OWN_BASE))
    .catch(() => OWN_BASE);
  return requested;
}

const server = (): HelpSource => ({ file: fetchFile, base: askBase, siteBaseUrl: window.location.origin });

/**
 * The file of a language: where the server says, else below `/assets`; then the same in the language that has all of
 * them (specification §7).
 * @throws when it was found nowhere and one of the places could not be asked
 */
async function findFile(name: string, language: string, source: HelpSource): Promise<string | undefined> {
  const base = (await source.base()).replace(/(?<!\/)\/+$/, '');
  const places = [...new Set([language, HELP_LANGUAGE])].flatMap((one) =>
    [...new Set([base, OWN_BASE])].map((at) => `${at}/help/${one}/${name}`),
  );
  let failure: unknown;
  for (const place of places) {
    try {
      const text = await source.file(place);
      if (text !== undefined) return text;
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** The text of an id in a language, with its includes; null where there is none. */
export async function readHelp(id: string, language: string, source = server()): Promise<HelpText | null> {
  const read = (one: string) => findFile(`${one}.md`, language, source);
  const text = await read(id);
  if (text === undefined) return null;
  const helpBaseUrl = await source.base();
  const markdown = withAddresses(await withIncludes(text, read, [id]), {
    siteBaseUrl: source.siteBaseUrl,
    helpBaseUrl,
  });
  return { markdown };
}

async function readList<List>(name: string, language: string): Promise<List> {
  const text = await findFile(name, language, server());
  if (text === undefined) throw new Error(`${name} is not there`);
  return JSON.parse(text) as List;
}

/** Texts do not change while a server runs. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export const helpQuery = (id: string, language: string) => ({
  queryKey: ['help', language, id],
  queryFn: () => readHelp(id, language),
  ...KEPT,
});

/** The table of contents. */
export const helpContentsQuery = (language: string) => ({
  queryKey: ['help contents', language],
  queryFn: () => readList<HelpContents>('contents.json', language),
  ...KEPT,
});

/** Everything that can be searched. */
export const helpSearchQuery = (language: string) => ({
  queryKey: ['help search', language],
  queryFn: () => readList<HelpSearch>('search.json', language),
  ...KEPT,
});
