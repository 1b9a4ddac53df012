import type { Page } from 'playwright-core';

/** Tasks of the page that took longer than an eye overlooks, ms each, as the browser reports them. */
export const longTasks = (page: Page) => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);

/** Times between the pictures of the screen, ms, while `work` goes on. */
export async function frameTimes(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    const longTasks: number[] = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    });
    Object.assign(window, { frameTimes: times, longTasks });
    let last = performance.now();
    const next = (now: number) => {
      times.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await work();
  return page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes);
}
