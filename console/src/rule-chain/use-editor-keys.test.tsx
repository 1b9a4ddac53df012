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

interface Watched {
  done: string[];
  actions: readonly Action[];
}

function WithPanel({ into }: { into: Watched }) {
  const noted = new Proxy({}, { get: (_, name) => () => into.done.push(String(name)) }) as typeof run;
  useEditorKeys(noted, { readOnly: false, selected: 1, undo: nothing, redo: nothing });
  into.actions = useAllActions();
  return (
    <>
      <aside>
        <button type="button">In the panel</button>
      </aside>
      <button type="button">Beside it</button>
    </>
  );
}

it('leaves what is selected alone while something in the panel has the focus', async () => {
  const watched: Watched = { done: [], actions: [] };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<WithPanel into={watched} />));
  const runAll = () => {
    for (const id of ['cut-nodes', 'duplicate-nodes', 'delete-selected', 'delete-selected-too'])
      watched.actions.find((action) => action.id === id)?.run();
  };
  const [inPanel, beside] = place.querySelectorAll('button');
  inPanel?.focus();
  runAll();
  expect(watched.done).toEqual([]);
  beside?.focus();
  runAll();
  expect(watched.done).toEqual(['cut', 'duplicate', 'removeSelected', 'removeSelected']);
  await act(async () => root.unmount());
  place.remove();
});
