import type { RuleCounter } from '../rule-statistics.ts';

/** What counters that only grow have counted in a window of time, from what they had at some times of it. */
export interface CountWindow {
  /**
   * Follows these counters, and no others.
   * @param haveBegun whether those that are new to it have counted from 0 in its time; else what they have is not counted
   */
  follow(counters: Iterable<RuleCounter>, haveBegun: boolean): void;
  /** Notes what counters have at this time, epoch ms. */
  note(now: number): void;
  /** Where the window begins, epoch ms. */
  since(): number;
  /** What a counter has counted since then; nothing if it is not followed. */
  countOf(counter: RuleCounter): { messages: number; failures: number };
}

/** What a counter had at the times of a window, oldest first. */
interface Noted {
  messages: number[];
  failures: number[];
}

/** @param length of the window, ms */
export function createCountWindow(length: number, now: number): CountWindow {
  /** Oldest first. */
  const times = [now];
  let noted = new Map<RuleCounter, Noted>();
  return {
    follow(counters, haveBegun) {
      const next = new Map<RuleCounter, Noted>();
      for (const counter of counters) {
        const before = noted.get(counter);
        const { messagesProcessed, errorsOccurred } = counter;
        next.set(
          counter,
          before ?? {
            messages: times.map(() => (haveBegun ? 0 : messagesProcessed)),
            failures: times.map(() => (haveBegun ? 0 : errorsOccurred)),
          },
        );
      }
      noted = next;
    },
    note(now) {
      let gone = 0;
      while (gone < times.length && (times[gone] as number) < now - length) gone++;
      times.push(now);
      times.splice(0, gone);
      for (const [counter, { messages, failures }] of noted) {
        messages.push(counter.messagesProcessed);
        messages.splice(0, gone);
        failures.push(counter.errorsOccurred);
        failures.splice(0, gone);
      }
    },
    since: () => times[0] as number,
    countOf(counter) {
      const before = noted.get(counter);
      if (!before) return { messages: 0, failures: 0 };
      return {
        messages: counter.messagesProcessed - (before.messages[0] as number),
        failures: counter.errorsOccurred - (before.failures[0] as number),
      };
    },
  };
}
