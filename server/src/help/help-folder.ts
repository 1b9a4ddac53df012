import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The texts of this project, a folder for each language. */
export const HELP_FOLDER = path.resolve(import.meta.dirname, '../../../help');

/** An area of the table of contents as it is written down: its title, and ids of pages in order. */
export interface WrittenArea {
  title: string;
  pages: readonly string[];
}

/** The written texts of a language. */
export interface WrittenHelp {
  /** Id → Markdown. */
  texts: ReadonlyMap<string, string>;
  areas: readonly WrittenArea[];
}

/** Names of folders that are languages. */
const LANGUAGE = /^[a-z]{2}_[A-Z]{2}$/;

/** Languages with texts. */
export function languagesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => LANGUAGE.test(name));
}

/** Reads the texts of a language; without a list of areas nothing of it is in the contents. */
export function readHelp(folder: string, language: string): WrittenHelp {
  const root = path.join(folder, language);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const texts = new Map(
    files.map((name) => [
      name.slice(0, -3).split(path.sep).join('/'),
      readFileSync(path.join(root, name), 'utf8').replaceAll('\r\n', '\n'),
    ]),
  );
  const list = path.join(root, 'areas.json');
  const areas = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as WrittenArea[]) : [];
  return { texts, areas };
}
