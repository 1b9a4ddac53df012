/** Dialogs of a widget that are open at once: one, and what is asked within it. */
const MAX_OPEN = 3;
/** Dialogs that a widget opens, files that it saves and toasts that it shows, in `WHILE` ms: whoever is asked again and again can still leave. */
const MAX_DIALOGS = 10;
const MAX_FILES = 10;
const MAX_TOASTS = 30;
const WHILE = 30_000;

/** A call that comes too often. */
class TooOften extends Error {
  readonly status = 429;
}

/** What a widget has had of the page lately. */
interface Turns {
  /** Opens a dialog. @throws TooOften */
  dialog<Result>(open: () => Promise<Result>): Promise<Result>;
  /** Notes that a file is saved. @throws TooOften */
  file(): void;
  /** Notes that a toast is shown. @throws TooOften */
  toast(): void;
}

function createTurns(): Turns {
  let openDialogs = 0;
  let dialogs: number[] = [];
  let files: number[] = [];
  let toasts: number[] = [];
  const taken = (times: readonly number[], most: number): number[] => {
    const now = performance.now();
    const recent = times.filter((time) => now - time < WHILE);
    if (recent.length >= most) throw new TooOften('The page is asked too often');
    return [...recent, now];
  };
  return {
    async dialog(open) {
      if (openDialogs >= MAX_OPEN) throw new TooOften('Too many dialogs are open');
      dialogs = taken(dialogs, MAX_DIALOGS);
      openDialogs++;
      try {
        return await open();
      } finally {
        openDialogs--;
      }
    },
    file() {
      files = taken(files, MAX_FILES);
    },
    toast() {
      toasts = taken(toasts, MAX_TOASTS);
    },
  };
}

const all = new WeakMap<AbortSignal, Turns>();

/** The turns of the widget that ends with `signal`. */
export function turnsOf(signal: AbortSignal): Turns {
  const known = all.get(signal) ?? createTurns();
  all.set(signal, known);
  return known;
}
