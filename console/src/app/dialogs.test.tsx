// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { closeDialogs, openDialog, useDialogs } from './dialogs.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let count = 0;
function Count() {
  count = useDialogs().length;
  return null;
}

it('closes dialogs of the page that is left, and keeps one that was opened for the page that is coming', async () => {
  await act(() => createRoot(document.createElement('div')).render(<Count />));
  const openAt = (path: string) => {
    window.history.pushState(null, '', path);
    void openDialog(() => null);
  };
  act(() => openAt('/users'));
  act(() => openAt('/users/1'));
  expect(count).toBe(2);
  act(() => closeDialogs('/users/1'));
  expect(count).toBe(1);
  act(() => closeDialogs('/home'));
  expect(count).toBe(0);
  act(() => openAt('/users'));
  act(() => closeDialogs());
  expect(count).toBe(0);
});
