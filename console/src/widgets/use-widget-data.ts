import { startTransition, useEffect, useRef, useState } from 'react';
import { liveSocket } from '../api/client.ts';
import { NO_DATA, type WidgetData } from './model.ts';
import { pageFrames } from './runtime/frame-schedule.ts';
import {
  createWidgetSubscription,
  type WidgetSubscription,
  type WidgetSubscriptionOptions,
} from './runtime/subscription.ts';
import type { ScriptHome, Scripts } from './sandbox/scripts.ts';

/** What all widgets of a dashboard share. */
export interface WidgetEnvironment {
  /** Server time minus browser time, ms. */
  stDiff: number;
  maxDatapoints: number;
  locale: string;
}

function failureText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * Follows the data of a widget while it is on the screen. A change of what is asked for keeps the old values until the
 * new ones are here. Null: nothing to follow (yet).
 */
export function useWidgetData(
  options: WidgetSubscriptionOptions | null,
  environment: WidgetEnvironment,
  scripts: Scripts | undefined,
  paused = false,
): WidgetData {
  const [data, setData] = useState<WidgetData>(NO_DATA);
  const current = useRef<WidgetSubscription>(undefined);
  // Options are made anew with every drawing; their content decides.
  const wanted = options ? JSON.stringify(options) : '';
  const { stDiff, maxDatapoints, locale } = environment;
  useEffect(() => {
    if (!wanted) return;
    const subscription = createWidgetSubscription(JSON.parse(wanted) as WidgetSubscriptionOptions, {
      live: liveSocket,
      frames: pageFrames,
      scripts,
      now: Date.now,
      stDiff,
      maxDatapoints,
      locale,
      failureText,
      wait(callback, ms) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    const take = () => {
      const next = subscription.get();
      // A transition: drawing gives way to what the person does.
      if (next.status !== 'loading') startTransition(() => setData(next));
    };
    const end = subscription.subscribe(take);
    take();
    current.current = subscription;
    return () => {
      end();
      subscription.dispose();
      current.current = undefined;
    };
  }, [wanted, scripts, stDiff, maxDatapoints, locale]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new subscription is paused like the one before
  useEffect(() => {
    current.current?.setPaused(paused);
  }, [paused, wanted, scripts, stDiff, maxDatapoints, locale]);
  return data;
}

/** The scripts of a dashboard when they are needed: undefined until loaded. What cannot be loaded fails the widget. */
export function useScripts(needed: boolean, home: ScriptHome): Scripts | undefined {
  const [scripts, setScripts] = useState<Scripts>();
  useEffect(() => {
    if (!needed) return;
    let current = true;
    home.join().then(
      (loaded) => {
        if (current) setScripts(loaded);
      },
      (error: unknown) => {
        if (!current) return;
        setScripts(() => {
          throw error;
        });
      },
    );
    return () => {
      current = false;
      setScripts(undefined);
      home.leave();
    };
  }, [needed, home]);
  return scripts;
}
