import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { liveSocket } from '../api/client.ts';
import { type FollowedData, type FollowKind, startFollowing, type Wanted } from './runtime/follow-kinds.ts';
import { pageFrames } from './runtime/frame-schedule.ts';
import type { Scripts } from './sandbox/scripts.ts';
import type { DrawAhead, WidgetEnvironment } from './widget-type.ts';

type Followed = Readonly<Record<string, FollowedData<FollowKind>>>;

/**
 * ms after which values are drawn whatever else is going on. React draws all transitions of a moment together: one that
 * waits for a part to be loaded, or is interrupted for as long as other values come, keeps those of other widgets back.
 */
const MAX_HELD_BACK = 2000;

/** ms without newer values after which those that a widget has drawn by itself are handed out. */
const REST = 250;
/** The same as a part of the time between its last two drawings: where pages are busy, that is longer. */
const REST_OF_PAUSE = 3;
/** ms after which they are handed out while others come, or only the time goes on. */
const MAX_AHEAD = 3000;

/** By name, what draws newer data by itself. */
type AheadOf = Readonly<Record<string, RefObject<DrawAhead<FollowedData<FollowKind>> | undefined>>>;

interface Running {
  /** What it follows, as text. */
  text: string;
  setPaused: (paused: boolean) => void;
  stop: () => void;
}

const NOBODY: AheadOf = {};

function failureText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * Follows, by name, all that a widget wants, and hands out what is there. A change of what is wanted keeps the old
 * values until the new ones are there. While paused, values are taken in but not handed out.
 */
export function useFollowed(
  wanted: Readonly<Record<string, Wanted | null>>,
  environment: WidgetEnvironment,
  scripts: Scripts | undefined,
  paused: boolean,
  aheadOf: AheadOf = NOBODY,
): Followed {
  const [followed, setFollowed] = useState<Followed>({});
  const running = useRef(new Map<string, Running>());
  // Options are new objects on every render; their content decides.
  const text = JSON.stringify(wanted);
  const { serverOffset, maxDatapoints, locale } = environment;
  const shared = useRef<unknown>(undefined);
  /** What was handed out last; by name. */
  const handed = useRef(new Map<string, FollowedData<FollowKind>>());
  const overdue = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** By name, since when a widget draws by itself, when it has drawn values last, and what ends that. */
  const ahead = useRef(new Map<string, { since: number; last: number; timer: ReturnType<typeof setTimeout> }>());

  /**
   * Hands out what is there. The first data are a transition: what they need may have to be loaded. Later ones are
   * drawn at once: the schedule of frames hands out no more than one has time for.
   */
  const hand = useCallback((name: string, data: FollowedData<FollowKind>) => {
    const isFirst = !handed.current.has(name);
    handed.current.set(name, data);
    clearTimeout(ahead.current.get(name)?.timer);
    ahead.current.delete(name);
    const show = () => setFollowed((others) => ({ ...others, [name]: data }));
    if (!isFirst && overdue.current === undefined) {
      show();
      return;
    }
    startTransition(show);
    overdue.current ??= setTimeout(() => {
      overdue.current = undefined;
      const all = Object.fromEntries(handed.current);
      setFollowed((others) => ({ ...others, ...all }));
    }, MAX_HELD_BACK);
  }, []);
  /** Lets the widget draw newer data by itself; returns whether it has. */
  const draw = useCallback(
    (name: string, data: FollowedData<FollowKind>): boolean => {
      const before = ahead.current.get(name);
      const now = performance.now();
      // What was handed out last must be on the screen.
      if (!handed.current.has(name) || overdue.current !== undefined) return false;
      if (before && now - before.since > MAX_AHEAD) return false;
      const done = aheadOf[name]?.current?.(data);
      if (!done) return false;
      handed.current.set(name, data);
      if (done === 'moved' && before) return true;
      clearTimeout(before?.timer);
      const pause = before ? REST_OF_PAUSE * (now - before.last) : 0;
      const rest = done === 'moved' ? MAX_AHEAD : Math.min(MAX_AHEAD, Math.max(REST, pause));
      const timer = setTimeout(() => {
        const newest = handed.current.get(name);
        if (newest) hand(name, newest);
      }, rest);
      ahead.current.set(name, { since: before?.since ?? now, last: now, timer });
      return true;
    },
    [aheadOf, hand],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: something of it was drawn
  useEffect(() => {
    clearTimeout(overdue.current);
    overdue.current = undefined;
  }, [followed]);

  useEffect(() => {
    const now = [serverOffset, maxDatapoints, locale, scripts];
    const before = shared.current as unknown[] | undefined;
    const isSame = before?.every((value, index) => value === now[index]) === true;
    shared.current = now;
    const next = JSON.parse(text) as Readonly<Record<string, Wanted | null>>;
    for (const [name, { text: old, stop }] of running.current) {
      if (isSame && old === JSON.stringify(next[name])) continue;
      stop();
      running.current.delete(name);
      handed.current.delete(name);
      clearTimeout(ahead.current.get(name)?.timer);
      ahead.current.delete(name);
      if (!next[name]) setFollowed(({ [name]: _, ...others }) => others);
    }
    for (const [name, item] of Object.entries(next)) {
      if (!item || running.current.has(name)) continue;
      const subscription = startFollowing(item, {
        live: liveSocket,
        frames: pageFrames,
        scripts,
        now: Date.now,
        serverOffset,
        maxDatapoints,
        locale,
        failureText,
        wait(callback, ms) {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
      });
      const take = () => {
        const data = subscription.get();
        if (data.status !== 'loading' && !draw(name, data)) hand(name, data);
      };
      const end = subscription.subscribe(take);
      take();
      running.current.set(name, {
        text: JSON.stringify(item),
        setPaused: subscription.setPaused,
        stop() {
          end();
          subscription.dispose();
        },
      });
    }
  }, [text, scripts, serverOffset, maxDatapoints, locale, hand, draw]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was started new is paused like the others
  useEffect(() => {
    for (const { setPaused } of running.current.values()) setPaused(paused);
  }, [paused, text, scripts, serverOffset, maxDatapoints, locale]);
  useEffect(() => {
    const all = running.current;
    const drawn = ahead.current;
    return () => {
      clearTimeout(overdue.current);
      for (const { timer } of drawn.values()) clearTimeout(timer);
      drawn.clear();
      for (const { stop } of all.values()) stop();
      all.clear();
    };
  }, []);
  return followed;
}
