// @vitest-environment jsdom
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import './texts/texts.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { editorTools } from './editor-tools.ts';
import type { EditedChain } from './use-chain.ts';

startTranslations();

/** Ids of the buttons that can be pressed while nodes are selected. */
function usable(readOnly: boolean): string[] {
  const edited = { chain: { nodes: [{ debugMode: false }] }, canUndo: false, canRedo: false } as unknown as EditedChain;
  const on = {
    ...{ toggleLibrary: vi.fn(), copy: vi.fn(), paste: vi.fn(), remove: vi.fn(), arrangeAll: vi.fn() },
    ...{ addNote: vi.fn(), toggleDebug: vi.fn(), toggleTraffic: vi.fn(), toggleVersions: vi.fn() },
  };
  const selection = { nodes: new Set(['a']), links: new Set(['a b']) };
  const state = { edited, selection, readOnly, isLibraryOpen: false, isTrafficShown: false };
  return editorTools(i18next.t, state, on)
    .flat()
    .filter(({ disabled }) => !disabled)
    .map(({ id }) => id);
}

it('offers of what may not be edited only what shows it', () => {
  expect(usable(true)).toEqual(['copy', 'traffic', 'versions']);
  expect(usable(false)).toEqual(
    expect.arrayContaining(['library', 'copy', 'paste', 'delete', 'note', 'arrange', 'debug', 'traffic', 'versions']),
  );
});
