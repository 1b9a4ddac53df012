import { createRequire } from 'node:module';
import { DEVICE_TRANSPORT_TYPES } from '@signalbox/contract/device';
import { HELP_HEADING, HELP_LANGUAGE } from '@signalbox/contract/help-text';
import { SCRIPT_KINDS } from '@signalbox/contract/rule-nodes/form-fields';
import { nodeHelpId } from '@signalbox/contract/rule-nodes/help-id';
import { RULE_NODES } from '@signalbox/contract/rule-nodes/registry';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../entities/widget/catalogue/catalogue.ts';
import { HELP_FOLDER, languagesIn, readHelp } from './help-folder.ts';
import { composeHelp } from './help-pages.ts';
import { sectionsOf } from './search-sections.ts';
import { bundleHelpId } from './widget-help.ts';

const written = readHelp(HELP_FOLDER, HELP_LANGUAGE);
const { pages, contents } = await composeHelp(HELP_FOLDER, HELP_LANGUAGE, true);

/** Page → names of its headings. */
const anchors = new Map(
  [...pages].map(([id, text]) => [id, new Set(sectionsOf(id, text).map(({ anchor }) => anchor))]),
);
const isPart = (id: string) => id.startsWith('parts/');

/** Code blocks of all texts: page, language, code. */
const examples = [...pages].flatMap(([id, text]) =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ id, language, code })),
);

/** Ids that a text names: of forms, and of links. */
const exists = (helpId: string) => {
  const [id = '', anchor] = helpId.split('#');
  return anchors.has(id) && (anchor === undefined || anchors.get(id)?.has(anchor) === true);
};

interface FormItem {
  type?: string;
  key?: string;
  helpId?: string;
  items?: unknown[];
}

/** Every function field of a form. */
function functionsIn(form: unknown): FormItem[] {
  if (Array.isArray(form)) return form.flatMap(functionsIn);
  if (typeof form !== 'object' || form === null) return [];
  const item = form as FormItem;
  return [...(item.type === 'javascript' ? [item] : []), ...functionsIn(item.items ?? [])];
}

describe('the help', () => {
  it('has a text with an example for every kind of rule node', () => {
    const ids = Object.values(RULE_NODES).map(nodeHelpId);
    expect(new Set(ids).size).toBe(57);
    expect(ids.filter((id) => !written.texts.get(id)?.startsWith('## Example'))).toEqual([]);
  });

  it('has a section with something of our own for every widget type, and none for types that are not there', () => {
    const missing = CATALOGUE.flatMap(({ alias, types }) => {
      const text = written.texts.get(bundleHelpId(alias)) ?? '';
      const sections = new Map(
        text
          .split(/^## /m)
          .slice(1)
          .map((part) => [part.split('\n', 1)[0]?.trim(), part.split('\n').slice(1).join('').trim()]),
      );
      const known = new Set(types.map((type) => type.alias));
      return [
        ...types.filter((type) => !sections.get(type.alias)).map((type) => `${alias}/${type.alias} is missing`),
        ...[...sections.keys()].filter((name) => !known.has(name ?? '')).map((name) => `${alias}/${name} is nothing`),
      ];
    });
    expect(missing).toEqual([]);
    expect(CATALOGUE.flatMap(({ types }) => types)).toHaveLength(94);
    expect(
      CATALOGUE.every(({ alias, types }) => types.every((type) => exists(`${bundleHelpId(alias)}#${type.alias}`))),
    ).toBe(true);
  });

  it('explains every function that the settings of widgets hold', () => {
    const fields = CATALOGUE.flatMap(({ types }) => types).flatMap(({ settings, keySettings }) =>
      [settings, keySettings].flatMap((form) =>
        functionsIn((JSON.parse(form?.text ?? '{}') as { form?: unknown }).form ?? []),
      ),
    );
    expect(fields.length).toBeGreaterThan(100);
    expect(fields.filter(({ helpId }) => !exists(helpId ?? '')).map(({ key }) => key)).toEqual([]);
  });

  it('explains every kind of script that rule nodes have', () => {
    expect(SCRIPT_KINDS.filter((kind) => !exists(`functions/rule-${kind}`))).toEqual([]);
  });

  it('explains every transport of device profiles, and names each of them where one is chosen', () => {
    // The default one is that of MQTT and HTTP.
    const ids = DEVICE_TRANSPORT_TYPES.flatMap((type) =>
      type === 'DEFAULT' ? ['devices/mqtt', 'devices/http'] : [`devices/${type.toLowerCase()}`],
    );
    expect(ids).toHaveLength(6);
    expect([...ids, 'devices/gateways'].filter((id) => !exists(id))).toEqual([]);
    const choice = pages.get('devices/transports') ?? '';
    expect(ids.filter((id) => !choice.includes(`(/help/${id}`))).toEqual([]);
  });

  it('has something to say on each page, and of each widget type', () => {
    const wordsIn = (text: string) => text.split(/\s+/).length;
    const short = [...pages].filter(([id, text]) => !isPart(id) && wordsIn(text) < 50).map(([id]) => id);
    expect(short).toEqual([]);
    const sections = CATALOGUE.flatMap(({ alias }) => (pages.get(bundleHelpId(alias)) ?? '').split(/^## /m).slice(1));
    expect(sections).toHaveLength(94);
    expect(sections.filter((section) => wordsIn(section) < 40)).toEqual([]);
  });

  it('has links that lead somewhere', () => {
    const broken = [...pages].flatMap(([id, text]) =>
      [...text.matchAll(/\]\((?:\/help\/|(#))([^)\s]*)\)/g)]
        .map(([, isHere, target = '']) => (isHere ? `${id}#${target}` : target))
        .filter((target) => !exists(target))
        .map((target) => `${id} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('has no text that nobody finds, and none twice', () => {
    const listed = contents.areas.flatMap((area) => area.pages.map(({ id }) => id));
    expect(new Set(listed).size).toBe(listed.length);
    const included = new Set(
      [...written.texts.values()].flatMap((text) =>
        [...text.matchAll(/\{% include ([\w/-]+) %\}/g)].map(([, id]) => id),
      ),
    );
    expect([...pages.keys()].filter((id) => (isPart(id) ? !included.has(id) : !listed.includes(id)))).toEqual([]);
    expect([...included].filter((id) => !written.texts.has(id ?? ''))).toEqual([]);
    const areas = written.areas.flatMap((area) => area.pages);
    expect(areas.filter((id) => !pages.has(id))).toEqual([]);
  });

  it('has one title a page, and headings that differ', () => {
    const wrong = [...pages]
      .filter(([id]) => !isPart(id))
      .flatMap(([id, text]) => {
        const headings = text
          .replace(/^```[\s\S]*?^```$/gm, '')
          .split('\n')
          .filter((line) => /^#+ /.test(line));
        const titles = headings.filter((line) => line.startsWith('# ')).length;
        const names = sectionsOf(id, text).map(({ anchor }) => anchor);
        return titles === 1 && headings[0]?.startsWith('# ') && new Set(names).size === names.length ? [] : [id];
      });
    expect(wrong).toEqual([]);
    expect([...pages.values()].flatMap((text) => text.split('\n')).filter((line) => line.startsWith('{%'))).toEqual([]);
    expect(HELP_HEADING.test('# Devices')).toBe(true);
  });

  it('has titles that are told apart', () => {
    const titles = contents.areas.flatMap((area) => area.pages.map(({ title }) => title));
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  it('has examples of JSON that can be read', () => {
    const wrong = examples
      .filter(({ language }) => language === 'json')
      .flatMap(({ id, code }) => {
        try {
          JSON.parse(code);
          return [];
        } catch (error) {
          return [`${id}: ${(error as Error).message}`];
        }
      });
    expect(wrong).toEqual([]);
  });

  it('has examples of configurations with members and choices that the nodes have', () => {
    const wrong = Object.values(RULE_NODES).flatMap((node) => {
      const id = nodeHelpId(node);
      const fields = node.fields as Readonly<
        Record<string, { control: string; options?: Readonly<Record<string, string>> }>
      >;
      return examples
        .filter((example) => example.id === id && example.language === 'json')
        .flatMap(({ code }) =>
          Object.entries(JSON.parse(code) as Record<string, unknown>).flatMap(([name, value]) => {
            const field = fields[name];
            if (!field) return [`${id}: ${name}`];
            const isChoice = field.control === 'choice' && value !== null;
            return isChoice && !Object.hasOwn(field.options ?? {}, String(value)) ? [`${id}: ${name} ${value}`] : [];
          }),
        );
    });
    expect(wrong).toEqual([]);
  });

  it('has examples of functions that compile', () => {
    const { parse } = createRequire(import.meta.url)('acorn') as { parse: (code: string, options: object) => unknown };
    const wrong = examples
      .filter(({ language }) => language === 'js')
      .flatMap(({ id, code }) => {
        try {
          parse(code, { ecmaVersion: 2023, allowReturnOutsideFunction: true });
          return [];
        } catch (error) {
          return [`${id}: ${(error as Error).message}`];
        }
      });
    expect(examples.filter(({ language }) => language === 'js').length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  });

  it('is whole in its first language, and names only languages', () => {
    expect(languagesIn(HELP_FOLDER)).toContain(HELP_LANGUAGE);
  });
});
