import { afterAll, vi } from 'vitest';

/** Files share a document, which each leaves empty and as it was: making one takes longer than most of their tests. */
afterAll(() => {
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
  window.history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});
