/** Frames in which something that was asked for appears. */
const MAX_FRAMES = 60;

/** Sets the focus to what is about to be drawn. */
export function focusSoon(selector: string, frames = MAX_FRAMES): void {
  const found = document.querySelector<HTMLElement>(selector);
  if (found) found.focus();
  else if (frames > 0) requestAnimationFrame(() => focusSoon(selector, frames - 1));
}
