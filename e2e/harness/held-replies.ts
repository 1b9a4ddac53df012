import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';

/**
 * What makes pages as slow as on a slow machine or network, by `SLOW_REPLIES` and `SLOW_PAGES`: what a test does too
 * early, and what the console loses then, is seen in every run instead of one of a hundred.
 */
export interface Slowness {
  /** Of the times for which requests are held; none is held without. */
  seed: string | undefined;
  /** How many times slower the processor of pages is. */
  pages: number;
}

/** @returns what the environment asks for; the seed of `SLOW_REPLIES=1` is a new one */
export function slownessOf({ SLOW_REPLIES, SLOW_PAGES }: NodeJS.ProcessEnv): Slowness {
  return {
    seed: SLOW_REPLIES === '1' ? String(randomInt(2, 1_000_000)) : SLOW_REPLIES || undefined,
    pages: Number(SLOW_PAGES) || 1,
  };
}

/** A page whose requests are held. */
export interface HoldingWindow extends Window {
  /** How many the console has made that it has no reply to. */
  heldRequests: number;
}

/**
 * Runs in the page. Holds each request of the console before it is sent and each reply after it came, and each message of
 * its WebSocket, in their order. How long depends on the seed, the address without ids, and how often the page has called
 * it: up to 450 ms, and 2 s for one of twenty.
 */
function holdRequests(seed: string): void {
  // A test may play with the clock of the page.
  const later = setTimeout.bind(window);
  const now = performance.now.bind(performance);
  const counts = new Map<string, number>();

  function timeFor(what: string): number {
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    // FNV-1a, and the mixing of MurmurHash3, since the last characters are what differs.
    let hash = 0x811c9dc5;
    for (const character of `${seed} ${what} ${count}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    const share = ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
    return share < 1 / 20 ? 2000 : share * 450;
  }

  const requests = window as unknown as HoldingWindow;
  requests.heldRequests = 0;
  const hold = (what: string, signal: AbortSignal | null | undefined) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
      later(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, timeFor(what));
    });

  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.startsWith('/api/')) return send(input, init);
    const name = `${init?.method ?? 'GET'} ${pathname.replace(/[\da-f-]{36}/g, '*')}`;
    requests.heldRequests++;
    try {
      // What goes out because the page is being closed would not go out any more.
      if (!init?.keepalive) await hold(name, init?.signal);
      const reply = await send(input, init);
      await hold(`reply to ${name}`, init?.signal);
      return reply;
    } finally {
      requests.heldRequests--;
    }
  };

  /** Calls each as late as it should be, but none before an earlier one. */
  function inOrder(what: string) {
    const waiting: (() => void)[] = [];
    let due = 0;
    return (act: () => void) => {
      waiting.push(act);
      due = Math.max(due, now() + timeFor(what));
      later(() => waiting.shift()?.(), due - now());
    };
  }

  window.WebSocket = class extends WebSocket {
    readonly #send = inOrder('socket');
    readonly #receive = inOrder('reply of socket');
    readonly #held = new WeakSet<Event>();

    constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
      super(...parameters);
      this.addEventListener('message', (event) => {
        if (this.#held.has(event)) return;
        event.stopImmediatePropagation();
        const again = new MessageEvent('message', { data: event.data });
        this.#held.add(again);
        this.#receive(() => this.dispatchEvent(again));
      });
    }

    override send(data: Parameters<WebSocket['send']>[0]): void {
      this.#send(() => this.readyState === WebSocket.OPEN && super.send(data));
    }
  };
}

/** Makes a page slow that has opened nothing yet. @param test its name, by which the times of tests differ */
export async function slowDown(page: Page, { seed, pages }: Slowness, test: string): Promise<void> {
  if (seed !== undefined) await page.addInitScript(holdRequests, `${seed} ${test}`);
  if (pages === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: pages });
}
