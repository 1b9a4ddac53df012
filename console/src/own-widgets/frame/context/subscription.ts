import { from, type Observable, ReplaySubject, Subject } from 'rxjs';
import { HISTORY_TAB, selectedTab, type TimeWindow } from '../../../time-window/model.ts';
import { timezoneShift } from '../../../time-window/subscription-window.ts';
import type { Widget } from '../../../widgets/model.ts';
import { completeLegend } from '../../../widgets/runtime/legend.ts';
import type { DataUpdate, FrameContext, Plain } from '../../protocol.ts';
import type { Bridge } from '../bridge.ts';
import type { Received } from '../drawn-rows.ts';
import { hiddenAtFirst, type Legend, legendOf, type Page, type Point, pagesOf, type Row } from './subscription-rows.ts';

/** Functions that a script gives with a subscription of its own. */
export type Callbacks = Readonly<Record<string, ((...args: unknown[]) => unknown) | undefined>>;

/** What a subscription knows of its surroundings. */
type Known = Pick<FrameContext, 'widget'> &
  Partial<Pick<FrameContext, 'texts' | 'dashboardTimeWindow' | 'serverOffset'>>;

/** `ctx.defaultSubscription`, and those that scripts create (widgets.md §1.7). Scripts read its members by name. */
export class WidgetSubscription {
  readonly id: string;
  readonly type: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly callbacks: Callbacks;
  readonly widgetTimewindowChanged$ = new Subject<unknown>();
  datasources: Plain[] = [];
  data: Row[] = [];
  hiddenData: { data: Point[] }[] = [];
  /** By place of the row, what came of it, by which is known what scripts change. */
  received: Received[] = [];
  /** As they are configured, by whose place pages are counted. */
  readonly configuredDatasources: readonly Plain[];
  /** Of each configured datasource, the entities of its page; and the rows of each of them. */
  datasourcePages: Page<Plain>[] = [];
  dataPages: Page<Row[]>[] = [];
  comparisonTimeWindow: Plain | undefined;
  /** Once its entities are known. */
  readonly init$ = new ReplaySubject<WidgetSubscription>(1);
  /** Of the page that has made it; scripts reach the context of their widget by it. */
  ctx: unknown = null;
  readonly useDashboardTimewindow: boolean;
  timeWindowConfig: unknown;
  readonly comparisonEnabled: boolean;
  readonly timewindowForComparison: unknown;
  readonly legendConfig: unknown;
  readonly alarmSource: unknown;
  readonly targetDeviceAliasIds: readonly unknown[];
  targetDeviceIds: readonly unknown[];
  alarms: Plain | undefined;
  timeWindow: Plain = {};
  loadingData = true;
  legendData: Legend = { keys: [], data: [] };
  units: string;
  decimals: number;
  rpcEnabled = false;
  executingRpcRequest = false;
  rpcErrorText = '';
  rpcRejection: unknown = null;
  targetDeviceId: string | null = null;
  targetDeviceName: string | null = null;
  private readonly bridge: Bridge;
  private readonly context: () => Known;
  private readonly overflowText: string;
  private calls = new Set<Subject<void>>();
  private toldHidden = '';
  private pageSizes = new Map<number, number>();
  private alarmPage = 0;

  constructor(
    bridge: Bridge,
    id: string,
    context: () => Known,
    options: Readonly<Record<string, unknown>> & { callbacks?: Callbacks },
  ) {
    this.bridge = bridge;
    this.context = context;
    const { widget, texts } = context();
    this.overflowText = texts?.overflow ?? '';
    this.id = id;
    this.options = options;
    this.type = String(options.type ?? widget.type);
    this.callbacks = options.callbacks ?? {};
    this.units = String(options.units ?? widget.config.units ?? '');
    const { datasources } = options;
    this.configuredDatasources = Array.isArray(datasources) ? (datasources as Plain[]) : [];
    this.decimals = Number(options.decimals ?? widget.config.decimals ?? 2);
    this.useDashboardTimewindow = Boolean(options.useDashboardTimewindow ?? !options.timeWindowConfig);
    // As options of scripts call it, and as configurations do.
    this.timeWindowConfig = options.timeWindowConfig ?? options.timewindow ?? null;
    const settings = (options.settings ?? options) as Plain;
    this.comparisonEnabled = settings.comparisonEnabled === true;
    this.timewindowForComparison = settings.timeForComparison;
    this.legendConfig = options.legendConfig ?? shownLegend(id, widget);
    this.alarmSource = options.alarmSource ?? null;
    this.targetDeviceIds = Array.isArray(options.targetDeviceIds) ? options.targetDeviceIds : [];
    this.targetDeviceAliasIds = Array.isArray(options.targetDeviceAliasIds) ? options.targetDeviceAliasIds : [];
  }

  /** Takes in what the page has received. */
  take(update: DataUpdate): void {
    if (update.shape) {
      this.datasources = update.shape.datasources.map((datasource) => ({ ...datasource }));
      this.data = update.shape.rows.map(({ source, dataKey }) => ({
        datasource: this.datasources[source] ?? {},
        dataKey: { ...dataKey },
        data: [],
      }));
      this.hiddenData = this.data.map(() => ({ data: [] }));
      this.received = this.data.map(({ dataKey: { label, color } }) => ({ points: [], label, color }));
      for (const { dataKey } of this.data) dataKey.hidden = hiddenAtFirst(dataKey);
      Object.assign(
        this,
        pagesOf(update.shape, this.datasources, this.data, (at) => this.pageSizes.get(at)),
      );
      const [first] = this.datasources;
      if (this.type === 'rpc') {
        this.targetDeviceIds = first ? [first.entityId] : [];
        this.targetDeviceId = first ? String(first.entityId) : null;
        this.targetDeviceName = first ? String(first.entityName) : null;
        this.rpcEnabled = first !== undefined;
        this.rpcErrorText = first ? '' : 'Target device is not set!';
      }
    }
    for (const [row, points] of update.values) {
      const known = this.data[row];
      const hidden = this.hiddenData[row];
      if (!known || !hidden) continue;
      const values = points.map(([time, value]): Point => [time, value]);
      const received = this.received[row];
      if (received) received.points = points;
      known.data = known.dataKey.hidden ? [] : values;
      hidden.data = known.dataKey.hidden ? values : [];
    }
    if (update.shape || update.values.length > 0) this.countLegend();
    if (update.alarms) this.alarms = this.pageOfAlarms(update.alarms);
    const { serverOffset = 0 } = this.context();
    this.timeWindow = { ...update.timeWindow, timezone: this.windowInUse().timezone ?? null, stDiff: serverOffset };
    this.comparisonTimeWindow = update.comparisonTimeWindow;
    this.loadingData = false;
    if (update.failure) this.callbacks.onDataUpdateError?.(this, new Error(update.failure));
    if (update.shape) {
      this.callbacks.onInitialPageDataChanged?.(this, this.datasourcePages[0]);
      this.tellOverflow();
    }
    this.init$.next(this);
    this.init$.complete();
  }

  /** Whether the page tells it something before its script names a page. */
  get isToldOfItsEntities(): boolean {
    const { hasDataPageLink } = this.options;
    const named = [this.configuredDatasources, this.targetDeviceAliasIds, this.targetDeviceIds];
    return hasDataPageLink !== true && (this.alarmSource !== null || named.some(({ length }) => length > 0));
  }

  /** Says that there are more entities than on the page, unless the script wanted not to hear it. */
  private tellOverflow(): void {
    const { warnOnPageDataOverflow, hasDataPageLink, singleEntity } = this.options;
    if (warnOnPageDataOverflow === false || hasDataPageLink === true || singleEntity === true) return;
    for (const { data, hasNext, totalElements } of this.datasourcePages) {
      if (!hasNext || data.length < 2) continue;
      const message = this.overflowText.replace('{{shown}}', `${data.length}`).replace('{{total}}', `${totalElements}`);
      this.callbacks.onSubscriptionMessage?.(this, { severity: 'warn', message });
    }
  }

  /** What was asked for, where `timeWindow` is what is shown (widgets.md §1.7, §3.3). */
  get subscriptionTimewindow(): Plain {
    const { minTime, maxTime, interval, aggregation } = this.timeWindow as Readonly<Record<string, number>>;
    const { timezone = null, stDiff = 0 } = this.timeWindow;
    const window = this.windowInUse();
    const [startTimeMs, endTimeMs] = [Number(minTime), Number(maxTime)];
    const isPast = selectedTab(window) === HISTORY_TAB;
    const type = String(aggregation ?? 'NONE');
    const limit = type === 'NONE' ? window.aggregation?.limit : Math.ceil((endTimeMs - startTimeMs) / Number(interval));
    return {
      ...{ startTs: startTimeMs, timezone, stDiff, tsOffset: this.tsOffset, aggregation: { type, interval, limit } },
      ...(isPast ? { fixedWindow: { startTimeMs, endTimeMs } } : { realtimeWindowMs: endTimeMs - startTimeMs }),
    };
  }
  /** ms that times are told later than they were, for the zone that is shown. */
  get tsOffset(): number {
    return timezoneShift(this.windowInUse().timezone, Date.now());
  }
  private windowInUse(): TimeWindow {
    const { dashboardTimeWindow } = this.context();
    return ((this.useDashboardTimewindow ? dashboardTimeWindow : this.timeWindowConfig) ?? {}) as TimeWindow;
  }
  // The page follows what the dashboard does by itself.
  onAliasesChanged(): boolean {
    return false;
  }
  onFiltersChanged(): boolean {
    return false;
  }
  onDashboardTimewindowChanged(): void {}
  /** Whoever compares begins again when a span that goes on becomes one of the past, or the other way round (§3.10). */
  dashboardTimeChanged(before: Plain, now: Plain): void {
    this.callbacks.timeWindowUpdated?.(this, now);
    if (this.useDashboardTimewindow) this.beginAgainForAnotherKind(before, now);
  }
  /** The same for a time of its own; `isTold`: the page knows it. */
  ownTimeChanged(now: Plain, isTold: boolean): void {
    const before = (this.timeWindowConfig ?? {}) as Plain;
    this.timeWindowConfig = now;
    if (!isTold) {
      const { callbacks: _, ...plain } = this.options;
      this.bridge.post('createSubscription', this.id, { ...plain, timeWindowConfig: now });
    }
    this.widgetTimewindowChanged$.next(now);
    this.callbacks.timeWindowUpdated?.(this, now);
    this.beginAgainForAnotherKind(before, now);
  }
  private beginAgainForAnotherKind(before: Plain, now: Plain): void {
    const isOfAnotherKind = selectedTab(before as TimeWindow) !== selectedTab(now as TimeWindow);
    if (this.comparisonEnabled && isOfAnotherKind) this.callbacks.forceReInit?.();
  }
  isDataResolved(): boolean {
    return !this.loadingData;
  }
  getFirstEntityInfo() {
    const [first] = this.datasources;
    if (!first?.entityId) return null;
    const { entityType, entityId, entityName, entityLabel, entityDescription } = first;
    return { entityId: { entityType, id: entityId }, entityName, entityLabel, entityDescription };
  }
  subscribe(): void {
    this.bridge.post('subscribe', this.id);
  }
  unsubscribe(): void {
    if (this.id) this.bridge.post('unsubscribe', this.id);
  }
  update(): void {
    this.bridge.post('lookAgain');
  }
  destroy(): void {
    this.completedCommand();
    this.unsubscribe();
  }
  onUpdateTimewindow(startMs: number, endMs: number, interval?: number): void {
    this.bridge.post('zoom', startMs, endMs, interval);
  }
  onResetTimewindow(): void {
    this.bridge.post('resetZoom');
  }
  updateTimewindowConfig(timeWindow: unknown): void {
    // That of the widget itself is the page's, which tells of it.
    if (this.id === '' || this.useDashboardTimewindow) this.bridge.post('setTimeWindow', timeWindow);
    else this.ownTimeChanged((timeWindow ?? {}) as Plain, false);
  }
  /** Hides the row at a place, or shows it again. */
  updateDataVisibility(index: number): void {
    const row = this.data[index];
    const hidden = this.hiddenData[index];
    if (!row || !hidden) return;
    row.dataKey.hidden = row.dataKey.hidden !== true;
    [row.data, hidden.data] = [hidden.data, row.data];
    this.countLegend();
    this.callbacks.onDataUpdated?.(this, true);
  }
  subscribeForPaginatedData(index: number, pageLink: unknown, keyFilters?: unknown): Observable<unknown> {
    return from(this.bridge.call('page', ...this.wantedPage(index, pageLink, keyFilters)));
  }
  subscribeAllForPaginatedData(pageLink: unknown, keyFilters?: unknown): void {
    this.bridge.post('page', ...this.wantedPage(null, pageLink, keyFilters));
  }
  subscribeForAlarms(pageLink: unknown, keyFilters?: unknown): void {
    const { page, pageSize } = (pageLink ?? {}) as Plain;
    this.alarmPage = Number(page ?? 0);
    this.pageSizes.set(0, Number(pageSize));
    this.bridge.post('page', ...this.wantedPage(null, pageLink, keyFilters));
  }

  sendOneWayCommand(...args: CommandArgs): Observable<unknown> {
    return this.command('oneway', args);
  }
  sendTwoWayCommand(...args: CommandArgs): Observable<unknown> {
    return this.command('twoway', args);
  }
  clearRpcError(): void {
    this.rpcRejection = null;
    this.rpcErrorText = '';
    this.callbacks.onRpcErrorCleared?.(this);
  }
  completedCommand(): void {
    for (const call of this.calls) call.complete();
    this.calls.clear();
  }

  /** Alarms as a page of all that there are. */
  private pageOfAlarms(alarms: Plain): Plain {
    const { data, totalElements } = alarms;
    const shown = Array.isArray(data) ? data.length : 0;
    const total = typeof totalElements === 'number' ? totalElements : shown;
    const size = this.pageSizes.get(0) || shown || 1;
    return { ...alarms, totalPages: Math.ceil(total / size), hasNext: this.alarmPage * size + shown < total };
  }
  /** What to ask the page for; the size of the pages is remembered. @param index of a datasource; null: of each */
  private wantedPage(index: number | null, pageLink: unknown, keyFilters: unknown): unknown[] {
    const size = Number((pageLink as { pageSize?: unknown } | null)?.pageSize);
    const places = index === null ? this.configuredDatasources.keys() : [index];
    for (const place of places) this.pageSizes.set(place, size);
    return [this.id, index, pageLink, keyFilters ?? []];
  }
  /** The legend of the default subscription is the page's. */
  private tellHidden(): void {
    const rows = this.data.flatMap(({ dataKey }, index) => (dataKey.hidden === true ? [index] : []));
    if (rows.join() === this.toldHidden) return;
    this.toldHidden = rows.join();
    this.bridge.tell({ kind: 'hidden', rows });
  }
  private countLegend(): void {
    this.legendData = legendOf(this);
    if (this.id === '') this.tellHidden();
    this.callbacks.legendDataUpdated?.(this, true);
  }
  private command(kind: string, [method, params, timeout, persistent, pollingInterval, requestUUID]: CommandArgs) {
    const end = new Subject<void>();
    this.calls.add(end);
    this.executingRpcRequest = true;
    this.callbacks.rpcStateChanged?.(this);
    const request = { kind, method, params, timeout, persistent, pollingInterval, requestUUID };
    // The call is made, and its end is told to the widget, whether or not somebody waits for the answer.
    const answer = new ReplaySubject<unknown>(1);
    end.subscribe({ complete: () => answer.complete() });
    this.bridge.call('command', this.targetDeviceId, request).then(
      (value) => {
        this.commandEnded(end);
        this.callbacks.onRpcSuccess?.(this);
        answer.next(value);
        answer.complete();
      },
      (error: unknown) => {
        this.commandEnded(end);
        this.rpcRejection = error;
        this.rpcErrorText = rpcErrorText(error);
        this.callbacks.onRpcFailed?.(this);
        answer.error(error);
      },
    );
    return answer.asObservable();
  }
  private commandEnded(end: Subject<void>): void {
    this.calls.delete(end);
    this.executingRpcRequest = this.calls.size > 0;
    this.callbacks.rpcStateChanged?.(this);
  }
}

/** How the legend beside a widget is, where it does not say it. */
function shownLegend(id: string, { type, config: { showLegend } }: Widget): object | null {
  const isOverTime = type === 'timeseries';
  return id === '' && (showLegend ?? isOverTime) ? completeLegend(undefined, isOverTime) : null;
}

/** Words for a call that failed, as scripts of 3.3.2 look for them. */
function rpcErrorText(error: unknown): string {
  const { status, statusText, message } = (error ?? {}) as Plain;
  if (status === 504) return 'Request Timeout.';
  if (typeof status !== 'number' || status === 0) return String(message ?? error);
  return `Error : ${status} - ${statusText}${message && message !== statusText ? `</br>${message}` : ''}`;
}

type CommandArgs = [
  method: string,
  params?: unknown,
  timeout?: number,
  persistent?: boolean,
  pollingInterval?: number,
  requestUUID?: string,
];
