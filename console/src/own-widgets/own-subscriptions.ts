import { liveSocket } from '../api/client.ts';
import { findNamedEntities } from '../api/entity-query.ts';
import type { DashboardInUse } from '../dashboard/dashboard-context.ts';
import type { WidgetData } from '../widgets/model.ts';
import { startFollowing, type Wanted } from '../widgets/runtime/follow-kinds.ts';
import { pageFrames } from '../widgets/runtime/frame-schedule.ts';
import type { Scripts } from '../widgets/sandbox/scripts.ts';
import { createCurrentAliases } from './current-aliases.ts';
import { mergedParts, type Part, type ScriptPage, wantedParts } from './own-subscription-parts.ts';
import type { DataUpdate, SubscriptionRequest } from './protocol.ts';
import { createUpdates } from './wire-data.ts';

/** Subscriptions that one widget may have at the same time. */
const MAX_SUBSCRIPTIONS = 50;

interface RunningPart extends Part {
  text: string;
  get: () => WidgetData;
  stop: () => void;
}

interface Running {
  request: SubscriptionRequest;
  /** By place of the datasource; -1: of all. */
  pages: Map<number, ScriptPage>;
  parts: RunningPart[];
  updateOf: ReturnType<typeof createUpdates>;
  /** Called with the next complete data. */
  waiting: (() => void)[];
}

/** What the scripts of a widget are subscribed to besides its own data, by the id that the frame has given. */
export function createOwnSubscriptions(given: {
  dashboard: () => DashboardInUse;
  scripts: () => Scripts | undefined;
  comparesByDefault: boolean;
  send: (of: string, update: DataUpdate) => void;
}) {
  const running = new Map<string, Running>();
  const currentAliases = createCurrentAliases(async (filter) => (await findNamedEntities(filter)).entities[0] ?? null);

  /** The dashboard as a subscription has it; undefined until it is known, and then that is renewed. */
  function dashboardFor(id: string, { request }: Running): DashboardInUse | undefined {
    const dashboard = given.dashboard();
    if (!request.isPaged && request.type !== 'alarm') return dashboard;
    return currentAliases(dashboard, request.datasources, () => {
      if (running.get(id)?.request === request) renewed(id);
    });
  }
  /** Renews what goes on; where that fails, what the script has stays until there is something again. */
  function renewed(id: string): void {
    try {
      renew(id);
    } catch {
      for (const part of running.get(id)?.parts.splice(0) ?? []) part.stop();
    }
  }
  const stop = (id: string) => {
    for (const part of running.get(id)?.parts ?? []) part.stop();
    running.delete(id);
  };

  function follow(part: Part, taken: () => void): RunningPart {
    const { environment } = given.dashboard();
    if (!environment) throw new Error('The clock of the server is not known');
    const subscription = startFollowing(part.wanted as Wanted, {
      ...environment,
      live: liveSocket,
      frames: pageFrames,
      scripts: given.scripts(),
      now: Date.now,
      failureText: String,
      wait(callback, ms) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    const end = subscription.subscribe(taken);
    return {
      ...part,
      text: JSON.stringify(part),
      get: () => subscription.get() as WidgetData,
      stop() {
        end();
        subscription.dispose();
      },
    };
  }

  /** Follows what is wanted now: what has not changed goes on. */
  function renew(id: string): void {
    const one = running.get(id);
    if (!one) return;
    const dashboard = dashboardFor(id, one);
    if (!dashboard) return;
    const wanted = wantedParts(one.request, one.pages, dashboard);
    const texts = new Set(wanted.map((part) => JSON.stringify(part)));
    for (const part of one.parts) if (!texts.has(part.text)) part.stop();
    const kept = one.parts.filter(({ text }) => texts.has(text));
    const take = () => {
      const all = one.parts.map((part) => ({ ...part, data: part.get() }));
      if (all.length === 0 || all.some(({ data }) => data.status === 'loading')) return;
      given.send(id, one.updateOf(mergedParts(all, one.request.datasources.length, given.comparesByDefault)));
      for (const done of one.waiting.splice(0)) done();
    };
    // Some have their data as soon as they begin, when the others are not there yet.
    one.parts = [];
    one.parts = wanted.map(
      (part) => kept.find(({ text }) => text === JSON.stringify(part)) ?? follow(part, () => take()),
    );
    take();
  }

  return {
    start(id: string, request: SubscriptionRequest): void {
      stop(id);
      if (running.size >= MAX_SUBSCRIPTIONS) throw new Error('Too many subscriptions');
      running.set(id, { request, pages: new Map(), parts: [], updateOf: createUpdates(), waiting: [] });
      try {
        renew(id);
      } catch (error) {
        stop(id);
        throw error;
      }
    },
    has: (id: string) => running.has(id),
    /** Asks for a page of a datasource, or of all; resolves when it is there. */
    page(id: string, datasource: number | null, page: ScriptPage): Promise<void> {
      const one = running.get(id);
      if (!one) return Promise.resolve();
      if (datasource === null) one.pages.clear();
      one.pages.set(datasource ?? -1, page);
      return new Promise((resolve) => {
        one.waiting.push(resolve);
        renew(id);
      });
    },
    /** The time or the entities of the dashboard may be others. */
    refresh() {
      for (const id of running.keys()) renewed(id);
    },
    stop,
    stopAll() {
      for (const id of [...running.keys()]) stop(id);
    },
  };
}
