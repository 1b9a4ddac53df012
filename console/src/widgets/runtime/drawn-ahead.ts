import type { IdleTurns } from './idle-turns.ts';

/** ms without newer values after which those that a widget has drawn by itself are handed out. */
const REST = 250;
/** The same in times that there were between its last two drawings: where pages are busy, that is longer. */
const REST_OF_PAUSE = 3;
/** ms after which they are handed out while others come, or only the time goes on. */
const MAX_AHEAD = 6000;
/** By how much of that, at most, a widget comes earlier or later: those that were opened together take turns. */
const SPREAD = 0.4;
/** Drawings that there are before that, unless they take this many times as long: to draw all is dearer. */
const MIN_DRAWINGS = 10;
const LONGEST = 4;

/**
 * Draws newer values of a widget's main data by itself, without its component being drawn again, which takes longer.
 * 'moved': the time alone has gone on; undefined: it cannot. The component gets them later: when none come for a while,
 * and now and then.
 */
export type DrawAhead<Data> = (data: Data) => 'drawn' | 'moved' | undefined;

/** Since when a widget draws by itself and for how long, what it has drawn last, how often it has, and what ends that. */
interface Ahead<Data> {
  since: number;
  most: number;
  newest: Data;
  drawings: number;
  /** What it has drawn waits for its turn to be handed out. */
  isDue: boolean;
  callOff: () => void;
}

export interface DrawnAhead<Data> {
  /** Has a widget draw newer data by itself; returns whether it has. */
  draw(name: string, data: Data, widget: DrawAhead<Data> | undefined): boolean;
  /** Of what this name stands for the newest data are handed out now, or none any more. */
  end(name: string): void;
  endAll(): void;
}

/** Knows, by name, what widgets have drawn by themselves, and hands it out in time. */
export function createDrawnAhead<Data>(parts: {
  handOut: (name: string, data: Data) => void;
  now: () => number;
  wait: (callback: () => void, ms: number) => () => void;
  /** To draw all is what is done when nothing else is to do: what is new is drawn already. */
  turns: IdleTurns;
  /** Any number from 0 to 1. */
  random: () => number;
}): DrawnAhead<Data> {
  const all = new Map<string, Ahead<Data>>();
  /** When newer values were drawn, by whomever; by name. */
  const lastDrawn = new Map<string, number>();

  function isOver({ since, most, drawings }: Ahead<Data>, now: number): boolean {
    return now - since > most * (drawings >= MIN_DRAWINGS ? 1 : LONGEST);
  }

  const spread = (): number => MAX_AHEAD * (1 - SPREAD * (2 * parts.random() - 1));

  function restOf(name: string, now: number): number {
    const pause = REST_OF_PAUSE * (now - (lastDrawn.get(name) ?? Number.NEGATIVE_INFINITY));
    return pause < MAX_AHEAD ? Math.max(REST, pause) : REST;
  }

  function handInTurn(name: string, ahead: Ahead<Data>) {
    ahead.callOff();
    ahead.isDue = true;
    ahead.callOff = parts.turns(() => parts.handOut(name, ahead.newest));
  }

  return {
    draw(name, data, widget) {
      const now = parts.now();
      const done = widget?.(data);
      if (!done) return false;
      const before = all.get(name);
      const ahead = before ?? {
        ...{ since: now, most: spread(), newest: data, drawings: 0, isDue: false },
        callOff: () => undefined,
      };
      ahead.newest = data;
      if (done === 'moved' && before) return true;
      ahead.drawings++;
      all.set(name, ahead);
      if (!ahead.isDue && before && isOver(ahead, now)) handInTurn(name, ahead);
      else if (!ahead.isDue) {
        ahead.callOff();
        ahead.callOff = parts.wait(() => handInTurn(name, ahead), done === 'moved' ? ahead.most : restOf(name, now));
      }
      lastDrawn.set(name, now);
      return true;
    },
    end(name) {
      all.get(name)?.callOff();
      all.delete(name);
      lastDrawn.set(name, parts.now());
    },
    endAll() {
      for (const { callOff } of all.values()) callOff();
      all.clear();
      lastDrawn.clear();
    },
  };
}
