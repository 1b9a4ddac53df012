/** Where the focus comes by when it leaves a dialog forwards or backwards; both are made by its focus trap. */
const START = 'sentinelStart';
const END = 'sentinelEnd';
const edge = (dialog: Element, name: string) => dialog.querySelector<HTMLElement>(`:scope > [data-testid="${name}"]`);

/**
 * A dialog keeps the focus. With this, Tab goes from its last control to the buttons of `element`, which is beside
 * the page, and from there to the first one of the dialog; Shift+Tab goes the other way. A ref.
 */
export function reachFromDialogs(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  let dialog: Element | undefined;
  /** The dialog takes the focus back. */
  let isLeaving = false;
  const buttons = () => [...element.querySelectorAll<HTMLElement>('button, summary')];

  function atEdge(event: FocusEvent): void {
    const { target } = event;
    if (isLeaving || !(target instanceof HTMLElement)) return;
    const { testid } = target.dataset;
    const left = testid === START || testid === END ? target.closest('.MuiDialog-root') : null;
    const came = event.relatedTarget instanceof Node && left?.contains(event.relatedTarget);
    const button = testid === START ? buttons().at(-1) : buttons()[0];
    if (!left || !came || !button) return;
    event.stopImmediatePropagation();
    dialog = left;
    button.focus();
  }

  /** The dialog does not hear that the focus is here. */
  function beside(event: FocusEvent): void {
    if (dialog?.isConnected && event.target instanceof Node && element?.contains(event.target)) event.stopPropagation();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Tab' || !dialog?.isConnected) return;
    const all = buttons();
    if (document.activeElement !== (event.shiftKey ? all[0] : all.at(-1))) return;
    event.preventDefault();
    isLeaving = true;
    edge(dialog, event.shiftKey ? START : END)?.focus();
    isLeaving = false;
  }

  window.addEventListener('focusin', atEdge, true);
  document.body.addEventListener('focusin', beside);
  element.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener('focusin', atEdge, true);
    document.body.removeEventListener('focusin', beside);
    element.removeEventListener('keydown', onKey);
  };
}
