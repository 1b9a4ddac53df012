/** ms to wait for a widget; after that it is photographed as it is. */
const PATIENCE = 10_000;
const LOOK_AGAIN = 60;

export const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function isDrawn(widget: Element): boolean {
  if (widget.querySelector('.MuiSkeleton-root, iframe[data-started="false"]')) return false;
  return [...widget.querySelectorAll('img')].every((image) => image.complete);
}

/** Waits until a widget has drawn itself. @throws the reason of the signal */
export async function untilDrawn(widget: Element, signal: AbortSignal): Promise<void> {
  const until = performance.now() + PATIENCE;
  while (!isDrawn(widget) && performance.now() < until) {
    await pause(LOOK_AGAIN);
    signal.throwIfAborted();
  }
  await frame();
  await frame();
}
