import type { Page } from 'playwright-core';
import { EXHIBITS, type Work } from './gallery-works.ts';

/** What a stop of the Tab key is, as the page sees it. */
interface Stop {
  /** `exhibit / state`; undefined outside of the exhibits. */
  specimen: string | undefined;
  /** Role or tag, and name. */
  name: string;
  /** The stop before, when nothing about it changed as the focus left it. */
  unseen: string | undefined;
  /** It was the first stop of the dialog already. */
  isFirst: boolean;
}

/** What the page itself looks at, made once for each load. */
interface Watch {
  stop: () => Stop;
  begin: () => void;
  shown: () => string;
  popups: () => number;
  hasFocus: (kept: boolean) => boolean;
  /** Remembers what has the focus, for `hasFocus` and `back`. */
  keep: () => void;
  back: () => void;
}

declare global {
  interface Window {
    galleryWatch: Watch;
  }
}

/** Runs in the page: gives it what the tests ask it for. */
function installWatch(): void {
  const POPUPS = '[role="dialog"], [role="menu"], [role="listbox"], .MuiAutocomplete-popper';
  const nameOf = (element: Element) => {
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase();
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    const name = element.getAttribute('aria-label') ?? label ?? element.textContent ?? '';
    return `${kind} ${name.trim()}`;
  };
  const base = () => [...document.querySelectorAll('[role="dialog"][aria-label$=" in a dialog"]')][0];
  const groupOf = (element: Element | null) => element?.closest('[data-specimen]') ?? undefined;
  const specimenOf = (element: Element | null) => {
    const group = groupOf(element);
    return group ? `${group.closest('section')?.ariaLabel} / ${group.ariaLabel}` : undefined;
  };
  /** How an element and what frames it look: rings, borders and grounds. */
  const lookOf = (element: Element) => {
    const looks: string[] = [];
    let at: Element | null = element;
    for (let level = 0; at && level < 6; level += 1, at = at.parentElement) {
      for (const part of [undefined, '::before', '::after']) {
        const { outline, boxShadow, borderColor, borderWidth, backgroundColor } = getComputedStyle(at, part);
        looks.push([outline, boxShadow, borderColor, borderWidth, backgroundColor].join());
      }
    }
    return looks.join('\n');
  };
  const stateOf = (element: Element) => {
    if (element instanceof HTMLInputElement && /checkbox|radio/.test(element.type))
      return element.checked ? 'on' : 'off';
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
    if (element instanceof HTMLDetailsElement) return element.open ? 'open' : 'closed';
    const said = ['pressed', 'expanded', 'selected', 'checked'].filter(
      (state) => element.getAttribute(`aria-${state}`) === 'true',
    );
    return [...said, element.getAttribute('aria-valuetext') ?? ''].join(' ');
  };
  const STATES = 'button, input, textarea, details, [aria-pressed], [aria-expanded], [aria-selected], [aria-checked]';
  const textOf = (root: Element) => [
    // biome-ignore lint/performance/useDomNodeTextContent: what is folded away is not there for anybody
    (root as HTMLElement).innerText,
    ...[root, ...root.querySelectorAll(STATES)].map((one) => `${nameOf(one)}: ${stateOf(one)}`),
  ];

  let first: Element | null = null;
  let kept: Element | null = null;
  let group: Element | undefined;
  let last: { element: Element; look: string; name: string } | undefined;
  window.galleryWatch = {
    begin: () => {
      first = null;
      last = undefined;
    },
    stop: () => {
      const element = document.activeElement ?? document.body;
      const isSame = last && last.element !== element && last.element.isConnected && lookOf(last.element) === last.look;
      const unseen = isSame ? last?.name : undefined;
      const specimen = specimenOf(element);
      const isFirst = element === first;
      if (specimen) first ??= element;
      last = { element, look: lookOf(element), name: `${specimen}: ${nameOf(element)}` };
      return { specimen, name: nameOf(element), unseen, isFirst };
    },
    back: () => (kept as HTMLElement | null)?.focus(),
    keep: () => {
      kept = document.activeElement;
      group = groupOf(kept);
    },
    hasFocus: (isKept) => (isKept ? document.activeElement === kept : group?.contains(document.activeElement) === true),
    // One that is fading out does not count.
    popups: () =>
      [...document.querySelectorAll(POPUPS)].filter((one) => one !== base() && !one.closest('[aria-hidden="true"]'))
        .length,
    shown: () => {
      const around = base()?.closest('body > *');
      const parts = [...document.body.children].filter(
        (one) => one !== around && !one.matches('script, style, .MuiModal-root[aria-hidden="true"]'),
      );
      // Without the name of the state.
      return [...[...(group?.children ?? [])].slice(1), ...parts].flatMap(textOf).join('\n');
    },
  };
}

/** Stops of one name after the other; more of them are one that Tab does not leave. */
const MAX_SAME = 8;
/** Stops outside of the exhibits one after the other: those of notices are fewer. */
const MAX_OUTSIDE = 12;

/** Walks through rooms of the gallery with the keyboard alone. */
export class GalleryWalk {
  readonly #page: Page;
  /** What is wrong, one line each. */
  readonly problems: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  install(): Promise<void> {
    return this.#page.evaluate(installWatch);
  }

  /** Presses Tab through the room that is open, and does at each exhibit what its row says. @returns the exhibits */
  async walk(): Promise<string[]> {
    const page = this.#page;
    const specimens = await page
      .locator('[data-specimen]')
      .evaluateAll((all) => all.map((one) => `${one.closest('section')?.ariaLabel} / ${one.ariaLabel}`));
    const left = new Map(specimens.map((name) => [name, (EXHIBITS[name] ?? []).filter(({ at }) => at !== '*')]));
    const reached = new Set<string>();
    await page.evaluate(() => window.galleryWatch.begin());
    let [before, times, place, outside] = ['', 0, 0, 0];
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => window.galleryWatch.stop());
      if (stop.unseen) this.problems.push(`${stop.unseen}: the focus is not to be seen`);
      const next = specimens.indexOf(stop.specimen ?? '');
      // Round, as dialogs have it.
      if (stop.isFirst || (next !== -1 && next < place)) break;
      place = Math.max(place, next);
      const now = `${stop.specimen}: ${stop.name}`;
      times = now === before ? times + 1 : 0;
      before = now;
      if (times === MAX_SAME) throw new Error(`${now}: keeps the focus`);
      outside = stop.specimen ? 0 : outside + 1;
      if (outside > MAX_OUTSIDE) throw new Error(`Something is open over ${specimens[place]}: ${stop.name}`);
      if (!stop.specimen) continue;
      reached.add(stop.specimen);
      const works = left.get(stop.specimen) ?? [];
      for (let at = stop.name; works[0]?.at === at; ) {
        await this.#do(stop.specimen, works.shift() as Work);
        at = (await page.evaluate(() => window.galleryWatch.stop())).name;
      }
    }
    for (const [name, works] of left) {
      for (const { at } of works) this.problems.push(`${name}: Tab does not come to “${at}”`);
      if (EXHIBITS[name] === undefined) this.problems.push(`${name}: has no row`);
      else if (reached.has(name) === (EXHIBITS[name].length === 0))
        this.problems.push(`${name}: has stops, or has none`);
    }
    return specimens;
  }

  /** Presses the keys of a row, and leaves what they opened by Escape. */
  async #do(specimen: string, { at, keys, then }: Work): Promise<void> {
    const page = this.#page;
    const name = `${specimen}: ${at}, ${keys.join(' ')}`;
    try {
      await page.evaluate(() => window.galleryWatch.keep());
      const [isGone, text] = then.startsWith('no ') ? [true, then.slice(3)] : [false, then];
      // What a stop before has shown may hide a moment after the focus has left it.
      await this.#until(text, !isGone).catch(() => this.problems.push(`${name}: it was so before that “${then}”`));
      for (const key of keys) await this.#press(key);
      await this.#until(text, isGone);
      const opened = await page.evaluate(() => window.galleryWatch.popups());
      await this.#leave();
      await page.waitForFunction((isKept) => window.galleryWatch.hasFocus(isKept), opened > 0, { timeout: 40_000 });
    } catch (error) {
      const [focused, shown] = await page.evaluate(() => [
        document.activeElement?.outerHTML.slice(0, 120),
        window.galleryWatch.shown().slice(0, 400),
      ]);
      const reason = String(error).split('\n')[0];
      this.problems.push(`${name}: not “${then}” (${reason}). The focus is on ${focused}, and this is shown: ${shown}`);
      await this.#leave();
      await page.evaluate(() => window.galleryWatch.back());
    }
  }

  async #press(key: string): Promise<void> {
    const { keyboard } = this.#page;
    if (key.startsWith('"')) await keyboard.type(key.slice(1, -1));
    else if (key.startsWith('see no ')) await this.#until(key.slice(7), true);
    else if (key.startsWith('see ')) await this.#until(key.slice(4), false);
    else if (key.startsWith('to ')) await this.#tabTo(key.slice(3));
    else for (const one of key.split(' ')) await keyboard.press(one);
  }

  async #tabTo(wanted: string): Promise<void> {
    const passed: string[] = [];
    for (let stops = 0; stops < 120; stops += 1) {
      await this.#page.keyboard.press('Tab');
      const { name } = await this.#page.evaluate(() => window.galleryWatch.stop());
      if (name === wanted) return;
      passed.push(name);
    }
    throw new Error(`${wanted} is not reached: ${passed.slice(0, 40).join(' | ')}`);
  }

  /** Waits for what is shown, and until the page is done with what showing it sets off: a list of choices then has its keys. */
  async #until(text: string, isGone: boolean): Promise<void> {
    await this.#page.waitForFunction(
      ([wanted, gone]) => window.galleryWatch.shown().includes(wanted) !== gone,
      [text, isGone] as const,
      { timeout: 40_000 },
    );
    await this.#page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }

  /** Presses Escape as often as something is open; each must close one thing, and the last not the dialog. */
  async #leave(): Promise<void> {
    const page = this.#page;
    const count = () => page.evaluate(() => window.galleryWatch.popups());
    for (let open = await count(); open > 0; open = await count()) {
      await page.keyboard.press('Escape');
      await page.waitForFunction((before) => window.galleryWatch.popups() < before, open, { timeout: 40_000 });
    }
    if ((await page.locator('[role="dialog"][aria-label$=" in a dialog"]').count()) === 0)
      throw new Error('Escape has closed the dialog around it');
  }
}
