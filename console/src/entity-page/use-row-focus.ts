import { type RefObject, useEffect, useRef } from 'react';

/**
 * When the panel of a row has closed and nothing else has the focus, the focus goes back to the row, or to the one that
 * took its place.
 * @param openIndex place of the open row on the page, -1 when it is not on it
 * @param isDrawn whether the rows are there: it waits for them
 */
export function useRowFocus(
  section: RefObject<HTMLElement | null>,
  openId: string | undefined,
  openIndex: number,
  isDrawn: boolean,
) {
  const lastOpen = useRef<{ id: string; index: number } | undefined>(undefined);
  useEffect(() => {
    if (openId !== undefined) {
      lastOpen.current = { id: openId, index: openIndex };
      return;
    }
    if (!isDrawn) return;
    const before = lastOpen.current;
    lastOpen.current = undefined;
    if (!before || (document.activeElement && document.activeElement !== document.body)) return;
    const body = section.current;
    const row =
      body?.querySelector<HTMLElement>(`[data-row="${before.id}"] [data-control="open"]`) ??
      body?.querySelector<HTMLElement>(`[data-index="${Math.max(0, before.index)}"] [data-control="open"]`) ??
      body?.querySelector<HTMLElement>('[data-control="open"], [role="searchbox"]');
    row?.focus();
  });
}
