import type { AlarmData } from '@signalbox/contract/entity-query';
import type { LiveMessage } from '../../api/live-socket.ts';
import type { TimeWindow } from '../../time-window/model.ts';
import { subscriptionWindow } from '../../time-window/subscription-window.ts';
import { NO_DATA, type WidgetData } from '../model.ts';
import { type DataPageLink, entityDataQuery } from './entity-query.ts';
import type { FrameTask } from './frame-schedule.ts';
import { createLiveQuery, type LiveQuery } from './live-query.ts';
import type { ResolvedDatasource, WidgetSubscriptionParts } from './subscription.ts';

/** Which alarms a page has; empty lists: whatever. */
export interface AlarmSelection {
  statusList: readonly string[];
  severityList: readonly string[];
  typeList: readonly string[];
  searchPropagatedAlarms: boolean;
}

/** A page of alarms in an order. */
export interface AlarmPageLink extends DataPageLink {
  alarms: AlarmSelection;
}

/** A page of alarms; objects are replaced when something is new. */
export interface AlarmsData extends WidgetData {
  alarms: readonly AlarmData[];
  totalAlarms: number;
  /** How many of the entities are looked at, where these are not all. */
  limit?: { allowed: number; total: number } | undefined;
}

export interface AlarmSubscriptionOptions {
  source: ResolvedDatasource;
  /** The time in which they were created. */
  window: TimeWindow;
  pageLink: AlarmPageLink;
}

export interface AlarmSubscription {
  subscribe(listener: () => void): () => void;
  get(): AlarmsData;
  setPaused(paused: boolean): void;
  dispose(): void;
}

const NO_ALARMS: AlarmsData = { ...NO_DATA, alarms: [], totalAlarms: 0 };
const NULL_ID = '13814000-1dd2-11b2-8080-808080808080';

/** The alarm of a source that is a function: something to look at. */
function simulatedAlarm(now: number): AlarmData {
  const originator = { entityType: 'DEVICE', id: NULL_ID } as const;
  return {
    id: { entityType: 'ALARM', id: NULL_ID },
    tenantId: { entityType: 'TENANT', id: NULL_ID },
    customerId: { entityType: 'CUSTOMER', id: NULL_ID },
    createdTime: now,
    type: 'Temperature',
    name: 'Temperature',
    originator,
    originatorName: 'Simulated',
    severity: 'MAJOR',
    status: 'ACTIVE_UNACK',
    startTs: now,
    endTs: 0,
    ackTs: 0,
    clearTs: 0,
    details: { message: 'Temperature is high!' },
    propagate: false,
    propagateRelationTypes: [],
    entityId: originator,
    latest: {},
  };
}

/** Follows a page of the alarms of the entities of a datasource. */
export function createAlarmSubscription(
  options: AlarmSubscriptionOptions,
  parts: WidgetSubscriptionParts,
): AlarmSubscription {
  const { datasource, entityFilter, keyFilters } = options.source;
  const listeners = new Set<() => void>();
  let received: AlarmsData = NO_ALARMS;
  let data: AlarmsData = NO_ALARMS;
  let paused = false;
  let query: LiveQuery | undefined;

  const task: FrameTask = {
    run() {
      const failure = query?.refusal;
      data = failure ? { ...received, status: 'error', failure } : received;
      for (const listener of listeners) listener();
    },
  };

  function changed(): void {
    if (!paused || data.status !== 'ready') parts.frames.request(task);
  }

  function command(): Record<string, unknown> {
    const { alarms, ...link } = options.pageLink;
    const window = subscriptionWindow(options.window, {
      now: parts.now(),
      serverOffset: parts.serverOffset,
      maxDatapoints: parts.maxDatapoints,
      locale: parts.locale,
    });
    const { startTimeMs = 0, endTimeMs = 0 } = window.fixedWindow ?? {};
    const pageLink = {
      ...link,
      ...alarms,
      startTs: startTimeMs,
      endTs: endTimeMs,
      timeWindow: window.fixedWindow ? 0 : window.realtimeWindowMs,
    };
    const fields = datasource.dataKeys.filter(({ type }) => type === 'alarm');
    return {
      query: {
        ...entityDataQuery(datasource, entityFilter ?? {}, keyFilters, pageLink),
        alarmFields: fields.map(({ name }) => ({ type: 'ALARM_FIELD', key: name })),
      },
    };
  }

  /** What was there of the alarms of a page that have not changed: only others are drawn again. */
  function kept(alarms: readonly AlarmData[]): readonly AlarmData[] {
    const before = new Map(received.alarms.map((alarm) => [alarm.id.id, alarm]));
    return alarms.map((alarm) => {
      const known = before.get(alarm.id.id);
      return known && JSON.stringify(known) === JSON.stringify(alarm) ? known : alarm;
    });
  }

  function take(message: LiveMessage): void {
    const page = message.data as { data: AlarmData[]; totalElements: number; hasNext: boolean } | null | undefined;
    if (page) {
      const { allowedEntities: allowed = 0, totalEntities: total = 0 } = message;
      received = {
        ...NO_ALARMS,
        status: 'ready',
        alarms: kept(page.data),
        totalAlarms: page.totalElements,
        pages: [{ totalElements: page.totalElements, hasNext: page.hasNext }],
        limit: total > allowed ? { allowed, total } : undefined,
      };
    } else if (Array.isArray(message.update)) {
      const changes = new Map((message.update as AlarmData[]).map((alarm) => [alarm.id.id, alarm]));
      received = { ...received, alarms: received.alarms.map((alarm) => changes.get(alarm.id.id) ?? alarm) };
    }
    changed();
  }

  if (entityFilter) query = createLiveQuery(parts, 'alarmData', command, take, changed);
  else {
    received = { ...NO_ALARMS, status: 'ready', alarms: [simulatedAlarm(parts.now())], totalAlarms: 1 };
    changed();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => data,
    setPaused(next) {
      const goesOn = paused && !next;
      paused = next;
      if (goesOn) parts.frames.request(task);
    },
    dispose() {
      parts.frames.cancel(task);
      query?.end();
    },
  };
}
