// @vitest-environment jsdom
import { Button, Dialog, Menu, MenuItem } from '@mui/material';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { NoticeStack } from './notice-stack.tsx';
import { leaveNotices, notify } from './notices.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
startTranslations();

const place = document.body.appendChild(document.createElement('main'));
const root = createRoot(place);
afterEach(() => act(() => leaveNotices(Number.POSITIVE_INFINITY)));

async function show(isDialogOpen: boolean, isMenuOpen = false) {
  await act(async () =>
    root.render(
      <>
        <p>Page</p>
        <Dialog open={isDialogOpen} transitionDuration={0}>
          <Button>First</Button>
          <Button>Last</Button>
          <Menu open={isMenuOpen} transitionDuration={0} anchorReference="none">
            <MenuItem>One</MenuItem>
          </Menu>
        </Dialog>
        <NoticeStack />
      </>,
    ),
  );
}

/** Whether a screen reader finds the place of a text. */
const isReadable = (text: string) =>
  [...document.querySelectorAll('p, [role="status"]')]
    .find((element) => element.textContent?.includes(text))
    ?.closest('[aria-hidden="true"]') === null;

it('lets screen readers read toasts under an open dialog, and under a menu in it, and what they lie over no more', async () => {
  await show(false);
  expect(isReadable('Page')).toBe(true);
  await show(true);
  expect(isReadable('Page')).toBe(false);
  await act(async () => notify({ type: 'success', message: 'Saved under a dialog' }));
  expect(isReadable('Saved under a dialog')).toBe(true);
  await show(true, true);
  await act(async () => notify({ type: 'info', message: 'Said under a menu' }));
  expect(isReadable('Saved under a dialog')).toBe(true);
  expect(isReadable('Said under a menu')).toBe(true);
  await show(false);
  // The dialog lets go of the page when it has left, which takes a turn of a timer.
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    expect(isReadable('Page')).toBe(true);
  }, 20_000);
  expect(isReadable('Said under a menu')).toBe(true);
});

/** Moves the focus on with Tab, as browsers do: to the next place of those that can have it. */
async function tab(isBackwards = false) {
  const places = [...document.querySelectorAll<HTMLElement>('button, [tabindex="0"]')];
  await act(async () => {
    const focused = document.activeElement as HTMLElement;
    const key = new KeyboardEvent('keydown', { key: 'Tab', shiftKey: isBackwards, bubbles: true, cancelable: true });
    if (focused.dispatchEvent(key)) places.at(places.indexOf(focused) + (isBackwards ? -1 : 1))?.focus();
  });
}
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

it('comes to the buttons of toasts from an open dialog by Tab, and back', async () => {
  await show(true);
  const undone = vi.fn();
  await act(async () => notify({ type: 'success', message: 'Deleted', action: { label: 'Undo', run: undone } }));
  const first = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'First');
  await act(async () => first?.focus());
  const walk: (string | null | undefined)[] = [focused()];
  for (let step = 0; step < 4; step++) {
    await tab();
    walk.push(focused());
  }
  expect(walk).toEqual(['First', 'Last', 'Undo', 'Close', 'First']);
  await tab(true);
  expect(focused()).toBe('Close');
  await tab(true);
  await tab(true);
  expect(focused()).toBe('Last');
  await tab();
  await act(async () => (document.activeElement as HTMLElement).click());
  expect(undone).toHaveBeenCalledOnce();
  // The toast has left with the focus, which the dialog takes back.
  await act(() =>
    vi.waitFor(
      () => expect(document.activeElement?.closest('[role="dialog"], .MuiDialog-root')).not.toBe(null),
      20_000,
    ),
  );
  await tab();
  expect(document.activeElement?.closest('.MuiDialog-root')).not.toBe(null);
});
