import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { useAddress } from '../app/use-address.ts';
import { attempt, type Identified } from './entity-action.ts';
import type { ListAction } from './list-header.tsx';

/** How new ones are made. */
export interface Adding<Saved extends Identified> {
  label: string;
  /** Loads what draws the dialog; it closes with what it saved. */
  dialog: () => Promise<(close: (saved?: Saved) => void) => ReactNode>;
  /** What is said then. */
  addedWords: (saved: Saved) => string;
  /** Tab of the details to begin with. */
  tab?: string | undefined;
  /** Member of the address with which a link says what to begin with; it goes with the one that asks for the dialog. */
  begin?: string | undefined;
  /** What else happens then, over its details. */
  after?: ((saved: Saved) => void) | undefined;
}

/**
 * Adding to a list: its action for the header, the palette and the keyboard, absent when `add` is. A link that asks for
 * it (`?add`) opens it at once. What was added is opened.
 */
export function useAdding<Saved extends Identified>(props: {
  add: Adding<Saved> | undefined;
  path: string;
  refresh: () => void;
  /** Rejects when it is the list of something that has gone. */
  requireOwner: () => Promise<void>;
}): ListAction | undefined {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [address, setAddress] = useAddress();
  const latest = useRef({ ...props, navigate });
  latest.current = { ...props, navigate };
  const [start] = useState(
    () => () =>
      attempt(async () => {
        const { add, path } = latest.current;
        if (!add) return;
        const [dialog] = await Promise.all([add.dialog(), latest.current.requireOwner()]);
        const saved = await openDialog<Saved>(dialog);
        if (!saved) return;
        latest.current.refresh();
        notifySuccess(add.addedWords(saved));
        await latest.current.navigate(`${path}/${saved.id.id}${add.tab ? `?tab=${add.tab}` : ''}`);
        add.after?.(saved);
      }),
  );

  const wantsAdd = address.has('add');
  useEffect(() => {
    if (!wantsAdd) return;
    setAddress(
      (now) => {
        now.delete('add');
        const { begin } = latest.current.add ?? {};
        if (begin) now.delete(begin);
        return now;
      },
      { replace: true },
    );
    start();
  }, [wantsAdd, setAddress, start]);

  const label = props.add?.label;
  return useMemo(
    () =>
      label === undefined
        ? undefined
        : { id: 'add', label, shortLabel: t('action.add'), icon: 'add', keys: 'N', run: start },
    [t, label, start],
  );
}
