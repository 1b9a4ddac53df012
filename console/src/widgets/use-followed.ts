import { type RefObject, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { liveSocket } from '../api/client.ts';
import { createDrawnAhead, type DrawAhead, type DrawnAhead } from './runtime/drawn-ahead.ts';
import { type FollowedData, type FollowKind, startFollowing, type Wanted } from './runtime/follow-kinds.ts';
import { pageFrames } from './runtime/frame-schedule.ts';
import { pageTurns } from './runtime/idle-turns.ts';
import type { Scripts } from './sandbox/scripts.ts';
import type { WidgetEnvironment } from './widget-type.ts';

type Followed = Readonly<Record<string, FollowedData<FollowKind>>>;

/**
 * ms after which values are drawn whatever else is going on. React draws all transitions of a moment together: one that
 * waits for a part to be loaded, or is interrupted for as long as other values come, keeps those of other widgets back.
 */
const MAX_HELD_BACK = 2000;

/** By name, what draws newer data by itself. */
type AheadOf = Readonly<Record<string, RefObject<DrawAhead<FollowedData<FollowKind>> | undefined>>>;

interface Running {
  /** What it follows, as text. */
  text: string;
  setPaused: (paused: boolean) => void;
  stop: () => void;
}

const NOBODY: AheadOf = {};

function wait(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

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
  // Options are new objects whenever a widget is drawn again; their content decides. For new values they are the same.
  const text = useMemo(() => JSON.stringify(wanted), [wanted]);
  const { serverOffset, maxDatapoints, locale } = environment;
  const shared = useRef<unknown>(undefined);
  /** What was handed out last; by name. */
  const handed = useRef(new Map<string, FollowedData<FollowKind>>());
  const overdue = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What a widget has drawn by itself. */
  const ahead = useRef<DrawnAhead<FollowedData<FollowKind>>>(undefined);

  /**
   * Hands out what is there. The first data are a transition: what they need may have to be loaded. Later ones are
   * drawn at once: the schedule of frames hands out no more than one has time for.
   */
  const hand = useCallback((name: string, data: FollowedData<FollowKind>) => {
    const isFirst = !handed.current.has(name);
    handed.current.set(name, data);
    ahead.current?.end(name);
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
  ahead.current ??= createDrawnAhead({
    ...{ handOut: hand, now: () => performance.now(), wait, turns: pageTurns, random: Math.random },
  });
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
      ahead.current?.end(name);
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
        wait,
      });
      const take = () => {
        const data = subscription.get();
        if (data.status === 'loading') return false;
        // What was handed out last must be on the screen.
        const isShown = handed.current.has(name) && overdue.current === undefined;
        const isDrawn = isShown && ahead.current?.draw(name, data, aheadOf[name]?.current) === true;
        if (!isDrawn) hand(name, data);
        // Of what is handed out more follows.
        return handed.current.get(name) !== data;
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
  }, [text, scripts, serverOffset, maxDatapoints, locale, hand, aheadOf]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was started new is paused like the others
  useEffect(() => {
    for (const { setPaused } of running.current.values()) setPaused(paused);
  }, [paused, text, scripts, serverOffset, maxDatapoints, locale]);
  useEffect(() => {
    const all = running.current;
    return () => {
      clearTimeout(overdue.current);
      ahead.current?.endAll();
      for (const { stop } of all.values()) stop();
      all.clear();
    };
  }, []);
  return followed;
}
