// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { serverWords } from './server-words.ts';

startTranslations();

describe('messages of the server', () => {
  it.each([
    ['Device with such name already exists!', 'This name is taken'],
    ['Device profile with such name already exists!', 'This name is taken'],
    ['Customer with such title already exists!', 'This title is taken'],
    ["User with email 'a@b.example'  already present in database!", 'This e-mail address is taken'],
    ['Customer title should be specified!', 'Required'],
    ["Validation error: 'name' length must be equal or less than 255", 'At most 255 characters'],
    ["Validation error: 'name' field value is malformed", 'No markup or control characters'],
    ["You don't have permission to perform this operation!", 'You are not permitted to do this'],
    ["Requested item wasn't found!", 'This no longer exists: somebody may have deleted it'],
    ['Device with id [4ee2f7d0] is not found', 'This no longer exists: somebody may have deleted it'],
  ])('%s → %s', (message, words) => expect(serverWords(message)).toBe(words));

  it('stay as they are when nothing better is known', () => {
    expect(serverWords('The last system administrator cannot be deleted!')).toBeUndefined();
  });
});
