// @vitest-environment jsdom
import { RULE_NODES } from '@signalbox/contract/rule-nodes/registry';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage, PSEUDO_LANGUAGE } from '../i18n/add-texts.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { descriptionOf, saidKind, titleOf } from './kind-words.ts';
import type { NodeKind } from './node-kinds.ts';

startTranslations();

const kinds = Object.values(RULE_NODES) as unknown as NodeKind[];

/** Everything that people read of a field. */
const textsOf = (field: object): unknown[] =>
  Object.entries(field).flatMap(([name, value]) => {
    if (['label', 'help', 'unit', 'none'].includes(name)) return [value];
    if (name === 'choices') return Object.values((value as { options: object }).options);
    if (name === 'columns') return value as string[];
    return name === 'labels' || (name === 'options' && !Array.isArray(value)) ? Object.values(value as object) : [];
  });

describe('kinds of nodes', () => {
  it('say in English what they are described with', () => {
    for (const kind of kinds) {
      expect(saidKind(kind)).toEqual(kind);
    }
  });

  describe('in another language', () => {
    beforeAll(() => changeLanguage(PSEUDO_LANGUAGE));
    afterAll(() => changeLanguage('en_US'));

    it.each(kinds.map((kind) => [kind.name, kind] as const))('have every text of %s in it', (_, kind) => {
      const { description, fields } = saidKind(kind);
      const read = [titleOf(kind), descriptionOf(kind), description, ...Object.values(fields).flatMap(textsOf)];
      expect(read.filter((text) => !/^⟦.*⟧$/s.test(String(text)))).toEqual([]);
      expect(i18next.language).toBe(PSEUDO_LANGUAGE);
    });
  });
});
