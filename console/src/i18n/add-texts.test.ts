// @vitest-environment jsdom
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addTexts, changeLanguage, textsLoaded } from './add-texts.ts';
import { startTranslations } from './i18n.ts';

startTranslations();

afterEach(() => i18next.changeLanguage('en_US'));

describe('the texts of a folder', () => {
  it('are there as soon as they are added', () => {
    addTexts({ kettle: { title: 'Kettle' } });
    expect(i18next.t('kettle.title')).toBe('Kettle');
    expect(i18next.t('action.save')).toBe('Save');
  });

  it('are spoken in the language of the user, and in English where it lacks them', async () => {
    addTexts(
      { stove: { title: 'Stove', empty: 'No stoves yet' } },
      { './de_DE.json': async () => ({ stove: { title: 'Herd' } }) },
    );
    await changeLanguage('de_DE');
    expect([i18next.t('stove.title'), i18next.t('stove.empty')]).toEqual(['Herd', 'No stoves yet']);

    addTexts({ pan: { title: 'Pan' } }, { './de_DE.json': async () => ({ pan: { title: 'Pfanne' } }) });
    await textsLoaded();
    expect(i18next.t('pan.title')).toBe('Pfanne');
  });

  it('have everything drawn again once for another language, however many folders there are', async () => {
    for (const name of ['one', 'two', 'three'])
      addTexts({ [name]: { title: name } }, { './de_DE.json': async () => ({ [name]: { title: `${name}!` } }) });
    const drawn = vi.fn();
    i18next.store.on('added', drawn);
    await changeLanguage('de_DE');
    i18next.store.off('added', drawn);
    expect(i18next.t('three.title')).toBe('three!');
    expect(drawn).not.toHaveBeenCalled();
  });

  it('stay English when the translation cannot be loaded', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    addTexts({ oven: { title: 'Oven' } }, { './de_DE.json': () => Promise.reject(new Error('away')) });
    await changeLanguage('de_DE');
    expect(i18next.t('oven.title')).toBe('Oven');
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });
});
