import { WIDGET_KINDS, type WidgetKind, type WidgetTypeDetails } from '@signalbox/contract/widget';
import type { Widget, WidgetConfig } from '../../widgets/model.ts';
import { isOfSystem } from './owner.ts';

/** Largest side of a widget, in cells of a dashboard. */
const MAX_CELLS = 24;

/** Which data a type shows; undefined where it says nothing that we know. */
export function kindOf({ descriptor }: Pick<WidgetTypeDetails, 'descriptor'>): WidgetKind | undefined {
  return WIDGET_KINDS.find((kind) => kind === descriptor.type);
}

function configOf(text: unknown): WidgetConfig {
  try {
    const config: unknown = JSON.parse(String(text ?? '{}'));
    return typeof config === 'object' && config !== null && !Array.isArray(config) ? (config as WidgetConfig) : {};
  } catch {
    return {};
  }
}

function cellsOf(value: unknown, otherwise: number): number {
  const cells = Number(value);
  return cells > 0 ? Math.min(MAX_CELLS, cells) : otherwise;
}

/** A widget of a type as it starts, with the data that its type makes up. */
export function previewWidget(type: WidgetTypeDetails): Widget {
  const { descriptor } = type;
  const config = configOf(descriptor.defaultConfig);
  return {
    id: type.id.id,
    isSystemType: isOfSystem(type),
    bundleAlias: type.bundleAlias,
    typeAlias: type.alias,
    type: kindOf(type) ?? 'static',
    title: type.name,
    sizeX: cellsOf(descriptor.sizeX, 8),
    sizeY: cellsOf(descriptor.sizeY, 6),
    row: 0,
    col: 0,
    config: { ...config, datasources: Array.isArray(config.datasources) ? config.datasources : [] },
  };
}
