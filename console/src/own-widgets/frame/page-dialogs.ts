import type { DialogSize } from '../protocol.ts';

/** Class of the dialogs of scripts, and of the document while the page shows them over itself. */
export const DIALOG_CLASS = 'custom-dialog';
const OVER_CLASS = 'over-page';

/** The topmost comes last. */
const openDialogs = () => [...document.querySelectorAll<HTMLDialogElement>(`dialog.${DIALOG_CLASS}`)];

/** The dialogs of scripts while the page shows them over itself: it is told how large the topmost one is. */
export function createPageDialogs(tell: (size: DialogSize) => void) {
  let sizes: ResizeObserver | undefined;
  let told = '';
  const measure = () => {
    const dialog = openDialogs().at(-1);
    if (!dialog) return;
    const size = { width: dialog.offsetWidth, height: dialog.offsetHeight };
    const text = JSON.stringify(size);
    if (text !== told) tell(size);
    told = text;
  };
  /** Measures the topmost one from now on. */
  const changed = () => {
    sizes?.disconnect();
    told = '';
    const dialog = openDialogs().at(-1);
    if (dialog) sizes?.observe(dialog);
  };
  return {
    changed,
    over(isOver: boolean) {
      document.documentElement.classList.toggle(OVER_CLASS, isOver);
      sizes?.disconnect();
      sizes = isOver ? new ResizeObserver(measure) : undefined;
      changed();
    },
    /** The same as Escape in each of them. */
    leave() {
      for (const dialog of openDialogs().reverse()) dialog.dispatchEvent(new Event('cancel'));
    },
  };
}
