/** Whether keys that are pressed there are text. */
export function isField(target: EventTarget | null): boolean {
  return Boolean((target as HTMLElement | null)?.closest?.('input, textarea, select, [contenteditable="true"]'));
}

const WITH_OWN_KEYS = ['combobox', 'listbox', 'option', 'slider', 'spinbutton']
  .map((role) => `[role="${role}"]`)
  .join();

/** Whether keys without Ctrl belong to what has the focus there: letters choose in a list, for instance. */
export function hasOwnKeys(target: EventTarget | null): boolean {
  return Boolean((target as HTMLElement | null)?.closest?.(WITH_OWN_KEYS));
}

/** What lies open over the page, such as dialogs and menus; one that is fading out does not count. */
export function openModals(): Element[] {
  const modals = document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden), [aria-modal="true"]');
  return [...modals].filter((modal) => !modal.closest('[aria-hidden="true"]'));
}

/** Moves the focus into what has just come. It stays with somebody who works in a dialog that has been opened meanwhile. */
export function takeFocus(element: HTMLElement | null | undefined): void {
  if (!element || openModals().some((modal) => !modal.contains(element))) return;
  element.focus({ preventScroll: true });
}
