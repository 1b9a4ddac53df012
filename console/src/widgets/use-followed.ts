import { startTransition, useEffect, useRef, useState } from 'react';
import { liveSocket } from '../api/client.ts';
import { type FollowedData, type FollowKind, startFollowing, type Wanted } from './runtime/follow-kinds.ts';
import { pageFrames } from './runtime/frame-schedule.ts';
import type { Scripts } from './sandbox/scripts.ts';
import type { WidgetEnvironment } from './widget-type.ts';

type Followed = Readonly<Record<string, FollowedData<FollowKind>>>;

interface Running {
  /** What it follows, as text. */
  text: string;
  setPaused: (paused: boolean) => void;
  stop: () => void;
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
): Followed {
  const [followed, setFollowed] = useState<Followed>({});
  const running = useRef(new Map<string, Running>());
  // Options are new objects on every render; their content decides.
  const text = JSON.stringify(wanted);
  const { serverOffset, maxDatapoints, locale } = environment;
  const shared = useRef<unknown>(undefined);

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
        // A transition: drawing gives way to what the person does.
        if (data.status !== 'loading') startTransition(() => setFollowed((others) => ({ ...others, [name]: data })));
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
  }, [text, scripts, serverOffset, maxDatapoints, locale]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was started new is paused like the others
  useEffect(() => {
    for (const { setPaused } of running.current.values()) setPaused(paused);
  }, [paused, text, scripts, serverOffset, maxDatapoints, locale]);
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { stop } of all.values()) stop();
      all.clear();
    };
  }, []);
  return followed;
}
