import type { Widget, WidgetConfig, WidgetKind } from '../../widgets/model.ts';

/** A type in the library, as much of it as a new widget needs. */
export interface LibraryType {
  isSystem: boolean;
  bundleAlias: string;
  alias: string;
  name: string;
  /** Of its descriptor, which people may have written: anything may be missing. */
  descriptor: Readonly<Record<string, unknown>>;
}

const KINDS: readonly WidgetKind[] = ['timeseries', 'latest', 'rpc', 'alarm', 'static'];

function defaultConfigOf({ descriptor }: LibraryType): WidgetConfig {
  try {
    const config: unknown = JSON.parse(String(descriptor.defaultConfig ?? '{}'));
    return typeof config === 'object' && config !== null && !Array.isArray(config) ? (config as WidgetConfig) : {};
  } catch {
    return {};
  }
}

const cells = (value: unknown, otherwise: number): number => {
  const number = Math.floor(Number(value));
  return Number.isFinite(number) && number > 0 ? number : otherwise;
};

/** A widget of the type as it comes onto a dashboard: without data yet, its size in cells of 24 columns. */
export function newWidget(type: LibraryType, title: string, id: string = crypto.randomUUID()): Widget {
  const config = defaultConfigOf(type);
  const kind = KINDS.find((known) => known === type.descriptor.type) ?? 'static';
  const alarmKeys = config.alarmSource?.dataKeys ?? [];
  return {
    id,
    isSystemType: type.isSystem,
    bundleAlias: type.bundleAlias,
    typeAlias: type.alias,
    type: kind,
    title,
    sizeX: cells(type.descriptor.sizeX, 8),
    sizeY: cells(type.descriptor.sizeY, 6),
    row: 0,
    col: 0,
    config: {
      ...config,
      title,
      datasources: [],
      ...(kind === 'alarm' ? { alarmSource: { type: 'entity', dataKeys: alarmKeys } } : {}),
    },
  };
}
