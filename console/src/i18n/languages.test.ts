// @vitest-environment jsdom
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addTexts, changeLanguage, PSEUDO_LANGUAGE } from './add-texts.ts';
import { setLanguage, startTranslations } from './i18n.ts';
import { directionOf, offeredLanguages, pickLanguage } from './languages.ts';

const PATIENCE = { timeout: 20_000 };

describe('the language to speak', () => {
  const languages = ['en_US', 'de_DE', 'pt_BR', 'zh_CN', 'zh_TW', PSEUDO_LANGUAGE];

  it.each([
    ['the chosen one', 'de_DE', ['pt-BR'], 'de_DE'],
    ['that of the browser', undefined, ['zh-TW', 'de'], 'zh_TW'],
    ['its base language in another region', undefined, ['de-CH'], 'de_DE'],
    ['its base language', undefined, ['pt'], 'pt_BR'],
    ['the next one of the browser', undefined, ['nb-NO', 'de'], 'de_DE'],
    ['English', undefined, ['nb-NO'], 'en_US'],
    ['the base language of a chosen one without texts', 'de_AT', ['pt'], 'de_DE'],
    ['the pseudo-language only when it is chosen', undefined, ['ar-EG'], 'en_US'],
    ['the pseudo-language when it is chosen', PSEUDO_LANGUAGE, ['de'], PSEUDO_LANGUAGE],
  ])('is %s', (_, chosen, wanted, language) => {
    expect(pickLanguage(chosen, wanted, languages)).toBe(language);
  });

  it('is written from right to left in some', () => {
    expect(['fa_IR', PSEUDO_LANGUAGE, 'en_US', 'ka_GE'].map(directionOf)).toEqual(['rtl', 'rtl', 'ltr', 'ltr']);
  });

  it('is offered by its own name', () => {
    expect(offeredLanguages('en_US')[0]).toEqual({ id: 'en_US', label: 'English' });
    expect(offeredLanguages(PSEUDO_LANGUAGE).at(-1)?.id).toBe(PSEUDO_LANGUAGE);
  });
});

describe('a change of the language', () => {
  beforeEach(startTranslations);
  afterEach(async () => {
    localStorage.clear();
    await changeLanguage('en_US');
  });

  it('is remembered beside other settings, and marks the document', async () => {
    localStorage.setItem('TB-SETTINGS', '{"other":1}');
    addTexts({ boat: { title: 'Boat', count_one: '{{count}} boat', count_other: '{{count}} boats' } });
    setLanguage(PSEUDO_LANGUAGE);
    await vi.waitFor(() => expect(document.documentElement.dir).toBe('rtl'), PATIENCE);
    expect(document.documentElement.lang).toBe('ar-XB');
    expect(JSON.parse(localStorage.getItem('TB-SETTINGS') ?? '')).toEqual({ other: 1, userLang: PSEUDO_LANGUAGE });
    expect(i18next.t('boat.title')).toBe('⟦Boat⟧');
    expect([1, 3, 50].map((count) => i18next.t('boat.count', { count }))).toEqual([
      '⟦1 boat⟧',
      '⟦3 boats⟧',
      '⟦50 boats⟧',
    ]);
  });

  it('to a language without texts changes nothing', () => {
    setLanguage('xx_XX');
    expect(localStorage.getItem('TB-SETTINGS')).toBeNull();
    expect(i18next.language).toBe('en_US');
  });
});

it('a missing text is shown as its key, and logged', () => {
  startTranslations();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(i18next.t('boat.nowhere')).toBe('boat.nowhere');
  expect(warned).toHaveBeenCalledWith('Missing translation: boat.nowhere');
  warned.mockRestore();
});
