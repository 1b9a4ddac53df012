import type { DataKey, Datasource, Widget, WidgetConfig, WidgetKind } from '../../widgets/model.ts';
import { configIn, type EditedType, kindIn, sizeIn } from './edited-type.ts';

/** A wave that looks like measurements, around the middle. */
const wave = (
  label: string,
  middle: number,
  swing: number,
  seconds: number,
  color: string,
  units: string,
): DataKey => ({
  ...{ name: 'f(x)', type: 'function' as const, label, color, units, decimals: 1, settings: {} },
  funcBody:
    `var noise = Math.sin(time / 1370) * ${swing / 10};\n` +
    `return Math.round((${middle} + ${swing} * Math.sin(time / ${seconds * 160}) + noise) * 10) / 10;`,
});

const KEYS: readonly DataKey[] = [
  wave('Temperature', 21, 3, 60, '#2196f3', '°C'),
  wave('Humidity', 48, 9, 95, '#4caf50', '%'),
];

const ALARM_KEYS: readonly DataKey[] = ['createdTime', 'originator', 'type', 'severity', 'status'].map((name) => ({
  ...{ name, type: 'alarm' as const, label: name, settings: {} },
}));

/** A source that makes its values up. @param keys how many at most; absent: as many as there are */
function simulatedSource(kind: WidgetKind, keys = -1): Datasource {
  const all = kind === 'alarm' ? ALARM_KEYS : KEYS;
  return {
    type: 'function',
    name: 'Simulated',
    dataKeys: [...(keys > 0 ? all.slice(0, keys) : all)],
  };
}

const isMadeUp = (source: Datasource | null | undefined): source is Datasource =>
  source?.type === 'function' && Array.isArray(source.dataKeys);

/**
 * The configuration of a preview: there are no entities, so what is not made up by functions is simulated.
 * @param maxDataKeys of a source, as the type says; absent: any number
 */
function previewConfig(kind: WidgetKind, config: WidgetConfig, maxDataKeys: number | undefined): WidgetConfig {
  const { targetDeviceAliasIds: _, ...rest } = config;
  if (kind === 'alarm') {
    return { ...rest, alarmSource: isMadeUp(config.alarmSource) ? config.alarmSource : simulatedSource(kind) };
  }
  if (kind !== 'timeseries' && kind !== 'latest') return { ...rest, datasources: [] };
  const sources = (Array.isArray(config.datasources) ? config.datasources : []).filter(isMadeUp);
  return { ...rest, datasources: sources.length > 0 ? sources : [simulatedSource(kind, maxDataKeys)] };
}

/** A widget of a type that is edited, with data that look real. */
export function previewWidget(type: EditedType, maxDataKeys?: number): Widget {
  const kind = kindIn(type);
  const config = previewConfig(kind, configIn(type), maxDataKeys);
  return {
    id: 'preview',
    isSystemType: false,
    bundleAlias: 'customWidgetBundle',
    typeAlias: 'customWidget',
    type: kind,
    title: type.name,
    ...sizeIn(type),
    row: 0,
    col: 0,
    config: { ...config, title: config.title ?? type.name },
  };
}
