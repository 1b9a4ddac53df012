import { from, Observable, Subject } from 'rxjs';
import type { DataUpdate, FrameContext, Plain } from '../../protocol.ts';
import type { Bridge } from '../bridge.ts';

type Point = [time: number, value: unknown];

interface Row {
  datasource: Plain;
  dataKey: Record<string, unknown>;
  data: Point[];
}

/** Functions that a script gives with a subscription of its own. */
export type Callbacks = Readonly<Record<string, ((...args: unknown[]) => unknown) | undefined>>;

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
  alarms: Plain | undefined;
  timeWindow: Plain = {};
  loadingData = true;
  legendData = { keys: [] as object[], data: [] as object[] };
  units: string;
  decimals: number;
  rpcEnabled = false;
  executingRpcRequest = false;
  rpcErrorText = '';
  rpcRejection: unknown = null;
  targetDeviceId: string | null = null;
  targetDeviceName: string | null = null;
  private readonly bridge: Bridge;
  private calls = new Set<Subject<void>>();

  constructor(
    bridge: Bridge,
    id: string,
    context: Pick<FrameContext, 'widget'>,
    options: Readonly<Record<string, unknown>> & { callbacks?: Callbacks },
  ) {
    this.bridge = bridge;
    this.id = id;
    this.options = options;
    this.type = String(options.type ?? context.widget.type);
    this.callbacks = options.callbacks ?? {};
    this.units = String(options.units ?? context.widget.config.units ?? '');
    this.decimals = Number(options.decimals ?? context.widget.config.decimals ?? 2);
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
      this.legendData = {
        keys: this.data.map(({ dataKey }, dataIndex) => ({ dataKey, dataIndex })),
        data: this.data.map(() => ({ min: null, max: null, avg: null, total: null, hidden: false })),
      };
      const [first] = this.datasources;
      if (this.type === 'rpc') {
        this.targetDeviceId = first ? String(first.entityId) : null;
        this.targetDeviceName = first ? String(first.entityName) : null;
        this.rpcEnabled = first !== undefined;
        this.rpcErrorText = first ? '' : 'Target device is not set!';
      }
    }
    for (const [row, points] of update.values) {
      const known = this.data[row];
      if (known) known.data = points.map(([time, value]) => [time, value]);
    }
    if (update.alarms) this.alarms = update.alarms;
    this.timeWindow = update.timeWindow;
    this.loadingData = false;
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
    void this.bridge.call('subscribe', this.id);
  }
  unsubscribe(): void {
    if (this.id) void this.bridge.call('unsubscribe', this.id);
  }
  update(): void {
    void this.bridge.call('lookAgain');
  }
  destroy(): void {
    this.completedCommand();
    this.unsubscribe();
  }
  onUpdateTimewindow(startMs: number, endMs: number): void {
    void this.bridge.call('zoom', startMs, endMs);
  }
  onResetTimewindow(): void {
    void this.bridge.call('resetZoom');
  }
  updateTimewindowConfig(timeWindow: unknown): void {
    void this.bridge.call('setTimeWindow', timeWindow);
  }
  updateDataVisibility(): void {
    this.callbacks.onDataUpdated?.(this, true);
  }
  subscribeForPaginatedData(_index: number, pageLink: unknown, keyFilters?: unknown): Observable<unknown> {
    return from(this.bridge.call('page', this.id, pageLink, keyFilters ?? []));
  }
  subscribeAllForPaginatedData(pageLink: unknown, keyFilters?: unknown): void {
    void this.bridge.call('page', this.id, pageLink, keyFilters ?? []);
  }
  subscribeForAlarms(pageLink: unknown, keyFilters?: unknown): void {
    void this.bridge.call('page', this.id, pageLink, keyFilters ?? []);
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

  private command(kind: string, [method, params, timeout, persistent, pollingInterval, requestUUID]: CommandArgs) {
    const end = new Subject<void>();
    this.calls.add(end);
    this.executingRpcRequest = true;
    this.callbacks.rpcStateChanged?.(this);
    const request = { kind, method, params, timeout, persistent, pollingInterval, requestUUID };
    const answer = this.bridge.call('command', this.targetDeviceId, request);
    return new Observable<unknown>((observer) => {
      end.subscribe({ complete: () => observer.complete() });
      answer.then(
        (value) => {
          this.commandEnded(end);
          this.callbacks.onRpcSuccess?.(this);
          observer.next(value);
          observer.complete();
        },
        (error: unknown) => {
          this.commandEnded(end);
          this.rpcRejection = error;
          this.rpcErrorText = error instanceof Error ? error.message : String(error);
          this.callbacks.onRpcFailed?.(this);
          observer.error(error);
        },
      );
    });
  }
  private commandEnded(end: Subject<void>): void {
    this.calls.delete(end);
    this.executingRpcRequest = this.calls.size > 0;
    this.callbacks.rpcStateChanged?.(this);
  }
}

type CommandArgs = [
  method: string,
  params?: unknown,
  timeout?: number,
  persistent?: boolean,
  pollingInterval?: number,
  requestUUID?: string,
];
