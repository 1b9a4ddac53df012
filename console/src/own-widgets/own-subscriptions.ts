import { liveSocket } from '../api/client.ts';
import type { DashboardInUse } from '../dashboard/dashboard-context.ts';
import { resolvedDatasources } from '../dashboard/resolve-datasources.ts';
import type { TimeWindow } from '../time-window/model.ts';
import type { WidgetData } from '../widgets/model.ts';
import type { AlarmPageLink } from '../widgets/runtime/alarm-subscription.ts';
import { startFollowing, type Wanted } from '../widgets/runtime/follow-kinds.ts';
import { pageFrames } from '../widgets/runtime/frame-schedule.ts';
import type { Scripts } from '../widgets/sandbox/scripts.ts';
import type { DataUpdate, SubscriptionRequest } from './protocol.ts';
import { createUpdates } from './wire-data.ts';

/** Alarms that a subscription asks for until it names a page. */
const ALARM_PAGE: AlarmPageLink = {
  pageSize: 100,
  page: 0,
  textSearch: null,
  dynamic: true,
  sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
  alarms: { statusList: [], severityList: [], typeList: [], searchPropagatedAlarms: false },
} as AlarmPageLink;

/** Subscriptions that one widget may have at the same time. */
const MAX_SUBSCRIPTIONS = 50;

/** What the scripts of a widget are subscribed to besides its own data, by the id that the frame has given. */
export function createOwnSubscriptions(parts: {
  dashboard: () => DashboardInUse;
  scripts: () => Scripts | undefined;
  send: (of: string, update: DataUpdate) => void;
}) {
  const running = new Map<string, () => void>();
  const stop = (id: string) => {
    running.get(id)?.();
    running.delete(id);
  };

  function wantedOf(request: SubscriptionRequest): Wanted | undefined {
    const dashboard = parts.dashboard();
    const resolution = resolvedDatasources(
      request.datasources.map((datasource) => ({ ...datasource, dataKeys: datasource.dataKeys ?? [] })),
      request.singleEntity ? { singleEntity: true } : {},
      dashboard.alias,
      dashboard.keyFilters,
    );
    if ('problem' in resolution) throw new Error(resolution.problem.key);
    const { datasources } = resolution;
    const window = (request.timeWindow as TimeWindow | undefined) ?? dashboard.timeWindow;
    if (request.type === 'alarm') {
      const [source] = datasources;
      return source && { kind: 'alarms', options: { source, window, pageLink: ALARM_PAGE } };
    }
    return { kind: request.type, options: { datasources, window, stateData: request.stateData } };
  }

  return {
    start(id: string, request: SubscriptionRequest): void {
      stop(id);
      if (running.size >= MAX_SUBSCRIPTIONS) throw new Error('Too many subscriptions');
      const { environment } = parts.dashboard();
      const wanted = wantedOf(request);
      if (!wanted || !environment) return;
      const updateOf = createUpdates();
      const subscription = startFollowing(wanted, {
        ...environment,
        live: liveSocket,
        frames: pageFrames,
        scripts: parts.scripts(),
        now: Date.now,
        failureText: String,
        wait(callback, ms) {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
      });
      const take = () => {
        const data = subscription.get() as WidgetData;
        if (data.status !== 'loading') parts.send(id, updateOf(data));
      };
      const end = subscription.subscribe(take);
      take();
      running.set(id, () => {
        end();
        subscription.dispose();
      });
    },
    stop,
    stopAll() {
      for (const id of [...running.keys()]) stop(id);
    },
  };
}
