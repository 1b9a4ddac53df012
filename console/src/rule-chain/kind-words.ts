import type { FormField } from '@signalbox/contract/rule-nodes/form-fields';
import { RULE_NODES } from '@signalbox/contract/rule-nodes/registry';
import i18next from 'i18next';
import { addTranslations, FIRST_LANGUAGE } from '../i18n/add-texts.ts';
import { optionalText } from '../i18n/optional-text.ts';
import type { Texts } from '../i18n/text-tree.ts';
import { kindTitle, type NodeKind } from './node-kinds.ts';

/** Says a text of a kind in the language of the page. @param path of the text in its kind */
type Say = (path: string, text: string) => string;

const isRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts by their place: values of settings may have any characters. */
const inOrder = (texts: Readonly<Record<string, string>>, path: string, say: Say): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([value, text], index) => [value, say(`${path}.${index}`, text)]));

function sayField(field: FormField, path: string, say: Say): FormField {
  const said: Record<string, unknown> = { ...field };
  for (const name of ['label', 'help', 'unit', 'none']) {
    const text = said[name];
    if (typeof text === 'string') said[name] = say(`${path}.${name}`, text);
  }
  // Of several texts to choose from the options are the values themselves.
  for (const name of ['options', 'labels']) {
    const texts = said[name];
    if (isRecord(texts)) said[name] = inOrder(texts, `${path}.${name}`, say);
  }
  if (field.control === 'text' && field.choices) {
    said.choices = { ...field.choices, options: inOrder(field.choices.options, `${path}.choices`, say) };
  }
  if (field.control === 'pairs')
    said.columns = field.columns.map((text, index) => say(`${path}.columns.${index}`, text));
  return said as unknown as FormField;
}

function sayKind(kind: NodeKind, say: Say): NodeKind {
  const fields = Object.entries(kind.fields).map(([name, field]) => [name, sayField(field, `fields.${name}`, say)]);
  return {
    ...kind,
    description: say('description', kind.description),
    fields: Object.fromEntries(fields) as NodeKind['fields'],
  };
}

const kinds = Object.entries(RULE_NODES) as unknown as [key: string, kind: NodeKind][];
const keyOf = new Map(kinds.map(([key, { clazz }]) => [clazz, key]));

/** The texts that kinds are described with, as files of translations have them. */
function englishTexts(): Texts {
  const all: Texts = {};
  const put = (at: Texts, [name = '', ...rest]: string[], text: string): void => {
    if (rest.length === 0) {
      at[name] = text;
      return;
    }
    const inner = (at[name] ?? {}) as Texts;
    at[name] = inner;
    put(inner, rest, text);
  };
  for (const [key, kind] of kinds) {
    const note: Say = (path, text) => {
      put(all, [key, ...path.split('.')], text);
      return text;
    };
    note('title', kindTitle(kind.name));
    sayKind(kind, note);
  }
  return { ruleNode: all };
}

addTranslations(englishTexts, import.meta.glob('./kind-texts/*.json', { import: 'default' }));

/** A text of a kind in the language of the page. */
function sayOf({ clazz }: NodeKind): Say {
  if (i18next.language === FIRST_LANGUAGE) return (_, text) => text;
  const key = keyOf.get(clazz);
  return (path, text) => optionalText(`ruleNode.${key}.${path}`, text);
}

/** What a kind is called. */
export const titleOf = (kind: NodeKind): string => sayOf(kind)('title', kindTitle(kind.name));

/** What a kind does, in one sentence. */
export const descriptionOf = (kind: NodeKind): string => sayOf(kind)('description', kind.description);

/** language → class → kind; a cache */
const said = new Map<string, Map<string, NodeKind>>();

/** A kind of node in the language of the page. */
export function saidKind(kind: NodeKind): NodeKind {
  const { language } = i18next;
  const known = said.get(language) ?? new Map<string, NodeKind>();
  said.set(language, known);
  let one = known.get(kind.clazz);
  if (!one) {
    one = sayKind(kind, sayOf(kind));
    known.set(kind.clazz, one);
  }
  return one;
}
