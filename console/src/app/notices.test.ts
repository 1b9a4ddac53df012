import { expect, it } from 'vitest';
import { leaveNotices, notify, notifyError, subscribeNotices } from './notices.ts';

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
