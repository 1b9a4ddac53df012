import { expect, it } from 'vitest';
import { dismissNotice, leaveNotices, notify, notifyError, notifySuccess, subscribeNotices } from './notices.ts';

it('toasts leave with their page, unless they can be answered, concern no page or have only just come', () => {
  let shown: string[] = [];
  subscribeNotices((notices) => {
    shown = notices.map(({ message }) => message);
  });
  notifyError('The list could not be loaded');
  notify({ message: 'Pump deleted', type: 'success', action: { label: 'Undo', run: () => {} } });
  notify({ message: 'A newer version is there', type: 'info', atEnd: true });
  leaveNotices();
  expect(shown).toHaveLength(3);
  leaveNotices(Date.now() + 2000);
  expect(shown).toEqual(['Pump deleted', 'A newer version is there']);
});

it('toasts are not repeated while they are there, and stay as long as it takes to read or answer them', () => {
  let shown: readonly { message: string; type: string; duration?: number | undefined }[] = [];
  subscribeNotices((notices) => {
    shown = notices;
  });
  const first = notify({ message: 'Saved', type: 'success' });
  expect(notify({ message: 'Saved', type: 'success' })).toBeUndefined();
  expect(notify({ message: 'Saved', type: 'info' })).toBeDefined();
  expect(shown.filter(({ message }) => message === 'Saved').map(({ type }) => type)).toEqual(['success', 'info']);
  dismissNotice(first ?? 0);
  expect(notify({ message: 'Saved', type: 'success' })).toBeDefined();

  const durationOf = (message: string) => shown.find((one) => one.message === message)?.duration;
  notifySuccess('Pump added');
  expect(durationOf('Pump added')).toBe(2500);
  notifySuccess('Pump taken away', { label: 'Undo', run: () => {} });
  expect(durationOf('Pump taken away')).toBe(8000);
  notifyError('Not saved');
  expect(durationOf('Not saved')).toBe(10_000);
});
