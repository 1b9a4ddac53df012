/** How long a widget that was pointed at stays marked, ms. */
const MARKED = 2_000;
const LONGEST_DELAY = 10_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let marked: Animation | undefined;

/** Ends what `showWidget` has begun. */
export function hideShownWidget(): void {
  clearTimeout(timer);
  marked?.cancel();
  marked = undefined;
}

/** Scrolls to a widget of the dashboard and marks it for a while. @param delay ms until then */
export function showWidget(id: string, delay: number): void {
  hideShownWidget();
  const show = () => {
    // The dashboard that was opened last: a state of it may be shown over it.
    const element = [...document.querySelectorAll(`[data-widget="${CSS.escape(id)}"]`)].at(-1);
    element?.scrollIntoView({ block: 'nearest' });
    marked = element?.animate(
      { outline: ['2px solid var(--accent)', '2px solid var(--accent)'], outlineOffset: ['-2px', '-2px'] },
      MARKED,
    );
  };
  timer = setTimeout(show, Math.min(Math.max(0, delay), LONGEST_DELAY));
}
