// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addTexts } from './add-texts.ts';
import { startTranslations } from './i18n.ts';
import { optionalText } from './optional-text.ts';

beforeEach(() => {
  startTranslations();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('says what there is for a key, and something else without a warning where there is nothing', () => {
  addTexts({ optional: { known: 'Known' } }, {});
  expect(optionalText('optional.known', 'else')).toBe('Known');
  expect(optionalText('optional.unknown', 'else')).toBe('else');
  expect(optionalText('optional.unknown', undefined)).toBeUndefined();
  expect(console.warn).not.toHaveBeenCalled();
});
