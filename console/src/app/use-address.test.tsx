// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followRouter } from './address-ahead.ts';
import { type ChangeAddress, useAddress } from './use-address.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let change: ChangeAddress;
let drawn = '';
function List() {
  const [address, setAddress] = useAddress();
  drawn = address.toString();
  change = setAddress;
  return null;
}

/** Lets the pages open that wait for it. */
let allow = () => {};
const waits = () =>
  new Promise<null>((resolve) => {
    allow = () => resolve(null);
  });
let router: ReturnType<typeof createBrowserRouter>;
let root: Root;
const address = () => window.location.pathname + window.location.search;
const set = (name: string, value: string) =>
  change((now) => {
    now.set(name, value);
    return now;
  });
const open = (path: string) => act(() => void router.navigate(path));
const isAllowed = () => act(async () => allow());

beforeEach(async () => {
  window.history.replaceState(null, '', '/devices?sort=name');
  router = createBrowserRouter([
    { path: 'devices/:id?', Component: List, loader: waits },
    { path: 'assets', element: null, loader: waits },
  ]);
  followRouter(router);
  root = createRoot(document.createElement('div'));
  await act(() => root.render(<RouterProvider router={router} />));
  await isAllowed();
});
// It would go on following the history of the window, which other files have too.
afterEach(async () => {
  await act(() => root.unmount());
  router.dispose();
});

it('has every change, also of those that come before the one before them is entered', async () => {
  await act(() => {
    set('search', 'pump');
    set('page', '2');
  });
  await isAllowed();
  expect(address()).toBe('/devices?sort=name&search=pump&page=2');
  expect(drawn).toBe('sort=name&search=pump&page=2');
});

it('leads to another page that is on its way, whatever the page that is left changes', async () => {
  await open('/assets');
  await act(() => set('search', 'pump'));
  await isAllowed();
  await isAllowed();
  expect(address()).toBe('/assets');
});

it('keeps a change for what is on its way on the same page', async () => {
  await open('/devices/1?sort=name');
  await act(() => set('search', 'pump'));
  await isAllowed();
  await isAllowed();
  expect(address()).toBe('/devices/1?sort=name&search=pump');
});
