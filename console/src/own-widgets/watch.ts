/** ms between two questions whether a frame is still there, and how long it may be silent. */
const PING_PAUSE = 1_000;
const LONGEST_SILENCE = 6_000;

/** One frame among those that are watched. */
interface Watched {
  /** Its own code runs, as far as it has told. */
  isBusy: boolean;
  /** ms, on the clock of the page; when it answered last. */
  answered: number;
  silent: () => void;
}

/**
 * Which of the frames that do not answer has to go. Browsers keep all frames without an origin in one process: when one
 * hangs, all are silent. The one whose code runs is to blame; if it is not known, the one that was silent first.
 */
export function culprits<Frame extends Pick<Watched, 'isBusy' | 'answered'>>(
  silent: readonly Frame[],
): readonly Frame[] {
  const busy = silent.filter(({ isBusy }) => isBusy);
  if (busy.length > 0) return busy;
  return [...silent].sort((one, other) => one.answered - other.answered).slice(0, 1);
}

const all = new Set<Watched & { ping: () => void; restart: () => void }>();
let timer: ReturnType<typeof setInterval> | undefined;
let looked = 0;

function look(): void {
  const now = performance.now();
  // The page itself has stood still, or is in the background: nobody could answer.
  const wasHeldUp = now - looked > 2 * PING_PAUSE || document.hidden;
  looked = now;
  if (wasHeldUp) for (const frame of all) frame.answered = now;
  const silent = [...all].filter(({ answered }) => now - answered > LONGEST_SILENCE);
  if (silent.length > 0) {
    const guilty = new Set(culprits(silent));
    // The process ends with its last frame, so the others begin again in another one.
    for (const frame of silent) {
      if (guilty.has(frame)) frame.silent();
      else frame.restart();
    }
  }
  for (const { ping } of all) ping();
}

/** Watches one frame. */
export function createWatch(parts: { ping: () => void; silent: (reason: string) => void }) {
  const watched = {
    isBusy: false,
    answered: 0,
    ping: parts.ping,
    silent: () => parts.silent(''),
    restart: () => parts.silent('restart'),
  };
  return {
    begin() {
      watched.answered = performance.now();
      all.add(watched);
      if (timer === undefined) {
        looked = performance.now();
        timer = setInterval(look, PING_PAUSE);
      }
    },
    answered() {
      watched.answered = performance.now();
    },
    busy(isBusy: boolean) {
      watched.isBusy = isBusy;
    },
    end() {
      all.delete(watched);
      if (all.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
