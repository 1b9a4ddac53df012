import type { WidgetKind } from '@signalbox/contract/widget';
import type { WidgetConfig } from '../../widgets/model.ts';
import { configIn, type EditedType, kindIn, withConfig, withDescriptor } from './edited-type.ts';

const MINUTE = 60_000;
const DAY = 24 * 3_600_000;

/** Where widgets of each kind have their data from; what is for other kinds goes. */
function sourcesOf(kind: WidgetKind): Readonly<Record<string, unknown>> {
  if (kind === 'rpc') return { targetDeviceAliases: [] };
  if (kind === 'alarm') return { alarmSource: {}, timewindow: { realtime: { timewindowMs: DAY } } };
  return { datasources: [], timewindow: { realtime: { timewindowMs: MINUTE } } };
}

const SOURCES: ReadonlySet<string> = new Set([
  'datasources',
  'targetDeviceAliases',
  'targetDeviceAliasIds',
  'alarmSource',
  'timewindow',
]);

/** The type with widgets of another kind of data. */
export function withKind(type: EditedType, kind: WidgetKind): EditedType {
  if (kindIn(type) === kind) return type;
  const rest = Object.entries(configIn(type)).filter(([name]) => !SOURCES.has(name));
  const config = { ...Object.fromEntries(rest), ...sourcesOf(kind) } as WidgetConfig;
  return withConfig(withDescriptor(type, { type: kind }), config);
}
