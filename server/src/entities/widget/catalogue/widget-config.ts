/** A key of a datasource as widgets have it (widgets.md §2.3). */
interface DataKey {
  name: string;
  type: 'function' | 'alarm';
  label: string;
  color: string;
  settings: Record<string, unknown>;
  funcBody?: string;
  units?: string;
  decimals?: number;
  _hash: number;
}

/** A source of data; those of new widgets make their values up. */
export interface Datasource {
  type: 'function';
  name: string;
  dataKeys: DataKey[];
}

/** Colours of keys by their place. */
const COLORS = ['#2196f3', '#4caf50', '#f44336', '#ffc107', '#607d8b', '#9c27b0', '#8bc34a', '#3f51b5'];

/** Values that a simulated key takes: a wave around the middle. */
export interface Wave {
  label: string;
  middle: number;
  /** How far it goes from the middle at most. */
  swing: number;
  /** s */
  period?: number;
  decimals?: number;
  units?: string;
  color?: string;
  settings?: Record<string, unknown>;
}

/** A number below 1 that is always the same for the same text: what tells keys apart. */
function hashOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003;
  return hash / 1_000_003;
}

/** A key whose values are a function of the time. */
export function functionKey(
  label: string,
  funcBody: string,
  place = 0,
  more: Partial<Pick<DataKey, 'color' | 'units' | 'decimals' | 'settings'>> = {},
): DataKey {
  return {
    name: 'f(x)',
    type: 'function',
    label,
    color: COLORS[place % COLORS.length] as string,
    settings: {},
    ...more,
    funcBody,
    _hash: hashOf(label + funcBody),
  };
}

function waveKey({ label, middle, swing, period = 120, decimals = 1, ...more }: Wave, place: number): DataKey {
  const scale = 10 ** decimals;
  const wave = `${middle} + ${swing} * Math.sin(time / ${(period * 1000) / (2 * Math.PI)} + ${place})`;
  return functionKey(label, `return Math.round((${wave}) * ${scale}) / ${scale};`, place, more);
}

/** A datasource with waves. */
export function simulated(waves: readonly Wave[], name = 'Simulated device'): Datasource {
  return { type: 'function', name, dataKeys: waves.map(waveKey) };
}

/** A datasource with keys that functions make. */
export function simulatedBy(name: string, keys: readonly DataKey[]): Datasource {
  return { type: 'function', name, dataKeys: [...keys] };
}

/** The columns of a list of alarms. */
export function simulatedAlarms(): Datasource {
  const columns = { createdTime: 'Created time', originator: 'Originator', type: 'Type', severity: 'Severity' };
  return {
    type: 'function',
    name: 'alarms',
    dataKeys: Object.entries({ ...columns, status: 'Status' }).map(([name, label], place) => ({
      name,
      type: 'alarm',
      label,
      color: COLORS[place % COLORS.length] as string,
      settings: {},
      _hash: hashOf(name),
    })),
  };
}

/** What a new widget of a type is, where that is not as usual. */
export type ConfigPart = Partial<{
  datasources: Datasource[];
  alarmSource: Datasource;
  targetDeviceAliasIds: string[];
  showTitle: boolean;
  backgroundColor: string;
  color: string;
  padding: string;
  units: string;
  decimals: number;
  showLegend: boolean;
  legendConfig: Record<string, unknown>;
  useDashboardTimewindow: boolean;
  timewindow: Record<string, unknown>;
  enableFullscreen: boolean;
  dropShadow: boolean;
  actions: Record<string, Record<string, unknown>[]>;
}>;

/** The config of a new widget (widgets.md §2.2). */
export function widgetConfig(
  title: string,
  settings: Record<string, unknown>,
  part: ConfigPart,
): Record<string, unknown> {
  return {
    datasources: [],
    timewindow: { realtime: { timewindowMs: 60_000 } },
    showTitle: true,
    backgroundColor: '#fff',
    color: 'rgba(0, 0, 0, 0.87)',
    padding: '8px',
    dropShadow: true,
    enableFullscreen: true,
    titleStyle: { fontSize: '16px', fontWeight: 400 },
    widgetStyle: {},
    useDashboardTimewindow: true,
    showLegend: false,
    actions: {},
    ...part,
    title,
    settings,
  };
}
