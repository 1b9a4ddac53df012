import type { Browser, Page } from 'playwright-core';

/** ms that a page or the browser may take to answer. */
const PATIENCE = 1000;

interface ProcessInfo {
  type: string;
  id: number;
  /** Seconds of processor time since it began. */
  cpuTime: number;
}

const unanswered = Symbol('unanswered');

/** What comes of some work, or that nothing has come of it in time. */
async function within<T>(work: Promise<T>): Promise<T | typeof unanswered> {
  const { promise, resolve } = Promise.withResolvers<typeof unanswered>();
  const timer = setTimeout(resolve, PATIENCE, unanswered);
  work.catch(() => undefined);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Whether a page runs what it is asked to. */
const doesAnswer = async (page: Page): Promise<boolean> => (await within(page.evaluate('1'))) !== unanswered;

/** How much of a second each process of a browser computed. */
async function busyProcesses(browser: Browser): Promise<string> {
  const session = await within(browser.newBrowserCDPSession());
  if (session === unanswered) return 'the browser does not answer';
  const read = async () => {
    const reply = await within(session.send('SystemInfo.getProcessInfo') as Promise<{ processInfo: ProcessInfo[] }>);
    return reply === unanswered ? undefined : reply.processInfo;
  };
  const before = await read();
  await new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const after = await read();
  await within(session.detach());
  if (!before || !after) return 'the browser does not tell of its processes';
  const each = after.map(({ type, id, cpuTime }) => {
    const since = before.find((one) => one.id === id)?.cpuTime ?? 0;
    return `${type} ${id}: ${(cpuTime - since).toFixed(2)} s`;
  });
  return `processor time within a second: ${each.join(', ')}`;
}

/**
 * Whether a page still answers, and if not, what its browser is doing: a page that never ends what it computes keeps a
 * processor busy, one that its browser has forgotten does not.
 * @returns undefined where the page answers
 */
export async function whyHung(page: Page): Promise<string | undefined> {
  if (await doesAnswer(page)) return undefined;
  const browser = page.context().browser();
  const others = page
    .context()
    .pages()
    .filter((one) => one !== page);
  const answers = await Promise.all(others.map(doesAnswer));
  const doing = browser ? await busyProcesses(browser) : 'the browser is gone';
  const answering = `${answers.filter(Boolean).length} of ${others.length} other pages of its profile answer`;
  return `The page does not answer; ${answering}; ${doing}`;
}
