import type { LiveMessage } from '../../api/live-socket.ts';
import type { TimeWindow } from '../../time-window/model.ts';
import {
  type SubscriptionWindow,
  subscriptionWindow,
  timezoneShift,
  visibleRange,
} from '../../time-window/subscription-window.ts';
import {
  type DataEntity,
  type DataPage,
  type Datasource,
  NO_DATA,
  type WidgetData,
  type WidgetFailure,
} from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import {
  type DataPageLink,
  type EntityFilter,
  entityDataQuery,
  type KeyFilter,
  latestKeys,
  timeseriesCommand,
  wholePage,
} from './entity-query.ts';
import { createEntitySeries, type EntitySeries, type ReceivedEntity } from './entity-series.ts';
import type { FrameSchedule, FrameTask } from './frame-schedule.ts';
import { createFunctionSeries, type FunctionSeries } from './function-source.ts';
import { createLiveQuery, type LiveQuery, type LiveQueryParts } from './live-query.ts';

/** A datasource whose alias has been looked up. */
export interface ResolvedDatasource {
  datasource: Datasource;
  aliasName: string;
  /** Null for functions. */
  entityFilter: EntityFilter | null;
  keyFilters: readonly KeyFilter[];
  singleEntity: boolean;
}

export interface WidgetSubscriptionOptions {
  kind: 'latest' | 'timeseries';
  datasources: readonly ResolvedDatasource[];
  /** Required for time series; gives latest values their zone. */
  window: TimeWindow;
  stateData: boolean;
  /** Asks for one page at a time, kept up to date by the server; absent: everything at once. */
  pageLink?: DataPageLink | undefined;
}

/** What a subscription needs. */
export interface WidgetSubscriptionParts extends LiveQueryParts {
  frames: FrameSchedule;
  /** Present when a key has a function. */
  scripts?: Scripts | undefined;
  now: () => number;
  /** Server time minus browser time, ms. */
  serverOffset: number;
  maxDatapoints: number;
  locale?: string | undefined;
  /** Words for what a function of the settings threw. */
  failureText: (error: unknown) => string;
}

export interface WidgetSubscription {
  /** @param listener returns true when it has drawn what is new, and nothing follows from that */
  subscribe(listener: () => unknown): () => void;
  get(): WidgetData;
  /** While paused, values are taken in but nothing is put together; going on shows what has come meanwhile. */
  setPaused(paused: boolean): void;
  dispose(): void;
}

/** ms between two looks at the clocks of a zone */
const ZONE_PERIOD = 60_000;

const NO_ENTITY = '13814000-1dd2-11b2-8080-808080808080';

/** State of one datasource. */
interface Source {
  resolved: ResolvedDatasource;
  index: number;
  live?: LiveQuery;
  /** In the order of the page; null until the page is here. */
  entities: EntitySeries[] | null;
  page?: DataPage;
  window: SubscriptionWindow;
  /** When that was the window, epoch ms; it moves on from there. */
  windowTime: number;
  /** Values over time have been read. */
  ready: boolean;
  functions: Map<EntitySeries, FunctionSeries[]>;
  /** Its page could not be used; until the next one. */
  pageFailure?: WidgetFailure | undefined;
  /** Its functions over time failed; until they run through. */
  functionFailure?: WidgetFailure | undefined;
}

/**
 * Keeps the data of one widget. As the protocol wants it: first the query alone, then, when its page is here, the
 * command for values under the same id; a paged widget and a reconnected one send both at once.
 */
export function createWidgetSubscription(
  options: WidgetSubscriptionOptions,
  parts: WidgetSubscriptionParts,
): WidgetSubscription {
  const { kind } = options;
  const listeners = new Set<() => unknown>();
  let data: WidgetData = NO_DATA;
  /** Nothing could be started. */
  let startFailure: WidgetFailure | undefined;
  let disposed = false;
  let paused = false;
  /** Something was put together since the timer last ran, which forgets what has left its window. */
  let isCollected = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  let zoneTimer: ReturnType<typeof setInterval> | undefined;

  const sources: Source[] = options.datasources.map((resolved, index) => ({
    resolved,
    index,
    entities: null,
    window: currentWindow(),
    windowTime: parts.now(),
    ready: false,
    functions: new Map(),
  }));

  function currentWindow(): SubscriptionWindow {
    return subscriptionWindow(options.window, {
      now: parts.now(),
      serverOffset: parts.serverOffset,
      stateData: options.stateData,
      maxDatapoints: parts.maxDatapoints,
      locale: parts.locale,
    });
  }

  /** Something that should be shown has changed. */
  function changed(): void {
    // The first values are always put together: titles name the entity that they belong to.
    if (!paused || data.status !== 'ready') parts.frames.request(task);
  }

  const task: FrameTask = {
    run() {
      if (disposed) return false;
      isCollected = true;
      try {
        data = collected();
      } catch (error) {
        data = { ...data, status: 'error', failure: functionFailure(error) };
      }
      let isDrawn = listeners.size > 0;
      for (const listener of listeners) if (listener() !== true) isDrawn = false;
      return isDrawn;
    },
  };

  function functionFailure(error: unknown): WidgetFailure {
    return { kind: 'function', message: parts.failureText(error) };
  }

  function currentFailure(): WidgetFailure | undefined {
    for (const source of sources) {
      const failure = source.live?.refusal ?? source.pageFailure ?? source.functionFailure;
      if (failure) return failure;
    }
    return startFailure;
  }

  function collected(): WidgetData {
    const failure = currentFailure();
    if (failure) return { ...data, status: 'error', failure };
    if (sources.some((source) => !source.ready || source.entities === null)) return data;
    const now = parts.now();
    const window = sources[0]?.window;
    return {
      status: 'ready',
      rows: sources.flatMap((source) => (source.entities ?? []).flatMap((entity) => entity.rows(now))),
      entities: sources.flatMap((source) => (source.entities ?? []).map(({ entity }) => entity)),
      pages: sources.map((source) => source.page),
      range: window && kind === 'timeseries' ? visibleRange(window, now, parts.serverOffset, parts.locale) : undefined,
      interval: window?.aggregation.interval,
      calendar: window?.aggregation.calendar?.interval,
      aggregation: window?.aggregation.type,
      newest: kind === 'timeseries' ? newest() : undefined,
    };
  }

  function newest(): number {
    let time = 0;
    for (const { entities } of sources) for (const entity of entities ?? []) time = Math.max(time, entity.newest());
    return time;
  }

  function newEntity(source: Source, entity: DataEntity, entityIndex = 0): EntitySeries {
    return createEntitySeries({
      kind,
      entity,
      entityIndex,
      datasource: source.resolved.datasource,
      datasourceIndex: source.index,
      aliasName: source.resolved.aliasName,
      window: source.window,
      scripts: parts.scripts,
      now: source.windowTime,
      locale: parts.locale,
    });
  }

  function valuesCommand(source: Source): Record<string, unknown> | undefined {
    const { datasource } = source.resolved;
    if (kind === 'timeseries') return timeseriesCommand(datasource, source.window);
    const keys = latestKeys(datasource);
    return keys.length > 0 ? { latestCmd: { keys } } : undefined;
  }

  function startCommand(source: Source): Record<string, unknown> {
    const { datasource, entityFilter, keyFilters, singleEntity } = source.resolved;
    if (datasource.type === 'entityCount') return { query: { entityFilter, keyFilters } };
    source.window = currentWindow();
    source.windowTime = parts.now();
    const pageLink = options.pageLink ?? wholePage(singleEntity);
    const query = entityDataQuery(datasource, entityFilter ?? {}, keyFilters, pageLink);
    const known = source.entities !== null || options.pageLink !== undefined;
    if (source.entities !== null) {
      // Reconnected: everything is read again; what is on the screen stays until then.
      source.entities = null;
    }
    return known ? { query, ...valuesCommand(source) } : { query };
  }

  function takePage(source: Source, entities: readonly ReceivedEntity[], page: DataPage): void {
    source.entities = entities.map((received, at) => newEntity(source, entityOf(received), at));
    source.page = page;
    startFunctions(source);
    source.entities.forEach((series, at) => {
      const received = entities[at];
      if (received) series.take(received, true);
    });
  }

  /** Keys that are functions stand beside received ones in the same datasource. */
  function startFunctions(source: Source): void {
    source.functions.clear();
    if (kind !== 'timeseries') return;
    for (const entity of source.entities ?? []) {
      const made = source.resolved.datasource.dataKeys.map((key) =>
        key.type === 'function' && parts.scripts ? createFunctionSeries(key, source.window, parts.scripts) : undefined,
      );
      source.functions.set(
        entity,
        made.filter((series) => series !== undefined),
      );
      const now = parts.now() + parts.serverOffset;
      noteFunctions(source, () =>
        made.forEach((series, key) => {
          if (series) entity.addPoints(key, series.history(now), true);
        }),
      );
    }
  }

  /** Runs functions of a source and notes whether they failed: this widget says so, the others go on. */
  function noteFunctions(source: Source, run: () => void): void {
    try {
      run();
      source.functionFailure = undefined;
    } catch (error) {
      source.functionFailure = functionFailure(error);
    }
  }

  function receive(source: Source, message: LiveMessage): void {
    try {
      take(source, message);
    } catch (error) {
      source.pageFailure = functionFailure(error);
    }
    changed();
  }

  function subscribeLive(source: Source): void {
    source.live = createLiveQuery(
      parts,
      source.resolved.datasource.type === 'entityCount' ? 'entityCount' : 'entityData',
      () => startCommand(source),
      (message) => receive(source, message),
      changed,
    );
  }

  function take(source: Source, message: LiveMessage): void {
    if (message.cmdUpdateType === 'COUNT_DATA') {
      source.entities ??= [
        newEntity(source, { entityType: 'DEVICE', id: NO_ENTITY, name: 'entityCount', label: '', description: '' }),
      ];
      source.entities[0]?.setAllLatest(parts.now(), String(message.count ?? 0));
      source.ready = true;
    } else if (message.data) takeData(source, message.data as ReceivedPage);
    else if (Array.isArray(message.update)) takeUpdate(source, message.update as ReceivedEntity[]);
  }

  function takeData(source: Source, page: ReceivedPage): void {
    const next = { totalElements: page.totalElements, hasNext: page.hasNext };
    if (source.entities !== null && !options.pageLink) {
      const same =
        source.entities.length === page.data.length &&
        source.entities.every((series, at) => series.entity.id === page.data[at]?.entityId.id);
      // Before their values over time; those of a page of latest values may be others, of which the user may see more, or less.
      if (same && kind === 'timeseries' && !page.data.some((entity) => hasSeries(entity))) return;
    }
    const first = source.entities === null;
    takePage(source, page.data, next);
    source.pageFailure = undefined;
    const command = valuesCommand(source);
    const hasValues = page.data.length === 0 || !command || page.data.some(hasSeries);
    // Of another page the server goes on with what it follows; what is read once is asked for again.
    const isAsked = kind === 'timeseries' ? !hasValues : first && !options.pageLink && !hasValues;
    source.ready = kind === 'latest' || hasValues;
    if (command && isAsked) source.live?.send(command);
  }

  function takeUpdate(source: Source, updates: readonly ReceivedEntity[]): void {
    for (const update of updates) {
      const series = source.entities?.find((candidate) => candidate.entity.id === update.entityId.id);
      series?.take(update, !source.ready);
    }
    if (kind === 'timeseries' && updates.some(hasSeries)) source.ready = true;
  }

  function startFunctionSource(source: Source): void {
    const name = source.resolved.datasource.name || 'function';
    const entity = newEntity(source, { entityType: 'DEVICE', id: NO_ENTITY, name, label: '', description: '' });
    source.entities = [entity];
    source.ready = true;
    if (kind === 'timeseries') startFunctions(source);
    else tickFunction(source);
  }

  function tickFunction(source: Source): void {
    const now = parts.now() + parts.serverOffset;
    for (const entity of source.entities ?? []) {
      if (kind === 'latest') {
        entity.computeLatest(now);
        continue;
      }
      const keys = source.resolved.datasource.dataKeys.flatMap((key, at) => (key.type === 'function' ? [at] : []));
      source.functions.get(entity)?.forEach((series, at) => {
        entity.addPoints(keys[at] as number, series.next(now), false);
      });
    }
  }

  function startSource(source: Source): void {
    const { datasource, entityFilter } = source.resolved;
    if (datasource.type === 'function' || !entityFilter) startFunctionSource(source);
    else subscribeLive(source);
  }

  /** Begins again after the clocks of the chosen zone, or of the browser's, were changed: all times are shown by them. */
  function keepToZone(): void {
    const shift = timezoneShift(options.window.timezone, parts.now());
    for (const source of sources) {
      if (source.window.tsOffset === shift) continue;
      source.live?.end();
      source.window = currentWindow();
      source.windowTime = parts.now();
      startSource(source);
    }
  }

  function start(): void {
    for (const source of sources) startSource(source);
    const window = sources[0]?.window;
    if (window?.timezone && !(kind === 'timeseries' && window.fixedWindow)) {
      zoneTimer = setInterval(keepToZone, ZONE_PERIOD);
    }
    const hasFunctions = sources.some((source) =>
      source.resolved.datasource.dataKeys.some((key) => key.type === 'function'),
    );
    if (window && !window.fixedWindow && (kind === 'timeseries' || hasFunctions)) {
      const period = kind === 'timeseries' ? Math.min(Math.max(window.aggregation.interval, 1000), 5_000) : 1000;
      timer = setInterval(() => {
        for (const source of sources) {
          if (source.functions.size > 0 || source.resolved.datasource.type === 'function')
            noteFunctions(source, () => tickFunction(source));
          if (!isCollected) for (const entity of source.entities ?? []) entity.trim(parts.now());
        }
        isCollected = false;
        changed();
      }, period);
    }
    if (sources.every((source) => source.ready)) changed();
  }

  try {
    start();
  } catch (error) {
    startFailure = functionFailure(error);
    data = { ...NO_DATA, status: 'error', failure: startFailure };
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
      disposed = true;
      clearInterval(timer);
      clearInterval(zoneTimer);
      parts.frames.cancel(task);
      for (const source of sources) source.live?.end();
    },
  };
}

interface ReceivedPage {
  data: ReceivedEntity[];
  totalElements: number;
  hasNext: boolean;
}

function hasSeries(entity: ReceivedEntity): boolean {
  return Object.keys(entity.timeseries ?? {}).length > 0;
}

function entityOf(received: ReceivedEntity): DataEntity {
  const fields = received.latest?.ENTITY_FIELD ?? {};
  let description = '';
  try {
    const info = JSON.parse(fields.additionalInfo?.value || 'null') as { description?: unknown } | null;
    if (typeof info?.description === 'string') description = info.description;
  } catch {
    // Additional information that is not JSON has no description.
  }
  const name = fields.name?.value ?? '';
  return { ...received.entityId, name, label: fields.label?.value || name, description };
}
