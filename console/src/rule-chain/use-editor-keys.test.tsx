// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import '../editing/texts/texts.ts';
import './texts/texts.ts';
import { type Action, useAllActions } from '../app/actions.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { useEditorKeys } from './use-editor-keys.ts';

startTranslations();
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const nothing = (): void => undefined;
const run = new Proxy({}, { get: () => nothing }) as Parameters<typeof useEditorKeys>[0];

function Probe({ readOnly, onActions }: { readOnly: boolean; onActions: (actions: readonly Action[]) => void }) {
  useEditorKeys(run, { readOnly, selected: 3, undo: nothing, redo: nothing });
  onActions(useAllActions());
  return null;
}

/** Ids of what keys and the palette do while three nodes are selected. */
async function keysOf(readOnly: boolean): Promise<string[]> {
  let ids: string[] = [];
  const root = createRoot(document.createElement('div'));
  const note = (actions: readonly Action[]): void => {
    ids = actions.map(({ id }) => id);
  };
  await act(async () => root.render(<Probe readOnly={readOnly} onActions={note} />));
  const found = ids;
  await act(async () => root.unmount());
  return found;
}

it('has no keys that change what may not be edited', async () => {
  const changes = ['save-chain', 'arrange-chain', 'align-x', 'add-node', 'link-node', 'enter-here', 'add-note'];
  const more = ['undo-step', 'redo-step', 'cut-nodes', 'duplicate-nodes', 'paste-nodes', 'delete-selected'];
  expect(await keysOf(false)).toEqual(expect.arrayContaining([...changes, ...more]));
  const left = await keysOf(true);
  expect(left.filter((id) => [...changes, ...more].includes(id))).toEqual([]);
  expect(left).toContain('copy-nodes');
});
