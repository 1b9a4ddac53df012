// @vitest-environment jsdom
import type { MessageDeeds, MessageOutcome } from '@signalbox/contract/recorder';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startTranslations } from '../../i18n/i18n.ts';
import { outcomeWords } from './outcome-words.ts';

startTranslations();

const nothing: MessageDeeds = { values: 0, attributes: 0, alarms: 0, sent: 0, others: 0, failedAt: null };

it.each<[MessageOutcome | null, Partial<MessageDeeds> | null, string]>([
  ['SUCCESS', { values: 3, alarms: 1 }, 'Went through: 3 values stored, 1 change of an alarm'],
  ['SUCCESS', { attributes: 1, sent: 2, others: 1 }, 'Went through: 1 attribute stored, 2 calls sent, 1 other change'],
  ['SUCCESS', {}, 'Went through: nothing done'],
  ['FAILURE', { values: 1, failedAt: 'too hot' }, 'Failed at “too hot”: 1 value stored'],
  ['FAILURE', { failedAt: 'too hot' }, 'Failed at “too hot”'],
  ['FAILURE', {}, 'Failed at a node'],
  ['SET_ASIDE', null, 'Set aside'],
  ['WAITING', null, 'Waiting'],
  [null, null, 'Not looked at: the rules are too slow'],
])('says of %s with %o: %3$s', (outcome, did, words) => {
  expect(outcomeWords(i18next.t, { outcome, did: did && { ...nothing, ...did } })).toBe(words);
});
