import type { WidgetType } from '@signalbox/contract/widget';
import { isOnlyDrawing } from './only-drawing.ts';

/** A type that the console draws itself. */
export interface SystemType {
  bundleAlias: string;
  typeAlias: string;
}

/** The first line of the scripts of shipped types, which copies of them keep as long as nobody takes it out. */
const MARK = /^\s*\/\/ Drawn by the console as (\w+)\/(\w+)\b/;

/** Component of 3.3.2 → the type whose whole template it is (widgets.md §4.0). */
const COMPONENTS: Readonly<Record<string, string>> = {
  'tb-alarms-table-widget': 'alarm_widgets/alarms_table',
  'tb-entities-table-widget': 'cards/entities_table',
  'tb-timeseries-table-widget': 'cards/timeseries_table',
  'tb-entities-hierarchy-widget': 'cards/entities_hierarchy',
  'tb-qrcode-widget': 'cards/qr_code',
  'tb-markdown-widget': 'cards/markdown_card',
  'tb-edges-overview-widget': 'edge_widgets/edges_overview',
  'tb-multiple-input-widget': 'input_widgets/update_multiple_attributes',
  'tb-photo-camera-widget': 'input_widgets/web_camera_input',
  'tb-json-input-widget': 'input_widgets/update_json_attribute',
  'tb-date-range-navigator-widget': 'date/date_range_navigator',
  'tb-navigation-card-widget': 'navigation_widgets/navigation_card',
  'tb-navigation-cards-widget': 'navigation_widgets/navigation_cards',
  'tb-knob': 'control_widgets/knob_control',
  'tb-switch': 'control_widgets/switch_control',
  'tb-round-switch': 'control_widgets/round_switch',
  'tb-led-indicator': 'control_widgets/led_indicator',
  'trip-animation': 'maps_v2/test',
};

/** Kind of a `TbFlot` → the type that it draws. */
const CHARTS: Readonly<Record<string, string>> = {
  line: 'charts/basic_timeseries',
  bar: 'charts/timeseries_bars_flot',
  state: 'charts/state_chart',
  pie: 'charts/pie',
};

/** Provider of a `TbMapWidgetV2` → its map, and the one with routes. */
const MAPS: Readonly<Record<string, readonly [map: string, routes: string]>> = {
  'openstreet-map': ['maps_v2/openstreetmap', 'maps_v2/route_map_openstreetmap'],
  'google-map': ['maps_v2/google_maps', 'maps_v2/route_map'],
  'tencent-map': ['maps_v2/tencent_maps', 'maps_v2/route_map_tencent_maps'],
  here: ['maps_v2/here_map', 'maps_v2/route_map_openstreetmap'],
  'image-map': ['maps_v2/image_map', 'maps_v2/image_map'],
};

/** Class of a gauge → a type that is drawn as its settings say. */
const GAUGES: Readonly<Record<string, string>> = {
  TbAnalogueCompass: 'analogue_gauges/analogue_compass',
  TbAnalogueRadialGauge: 'analogue_gauges/radial_gauge_canvas_gauges',
  TbAnalogueLinearGauge: 'analogue_gauges/temperature_gauge_canvas_gauges',
  TbCanvasDigitalGauge: 'digital_gauges/gauge_justgage',
};

function named(text: string | undefined): SystemType | undefined {
  const [bundleAlias, typeAlias] = text?.split('/') ?? [];
  return bundleAlias && typeAlias ? { bundleAlias, typeAlias } : undefined;
}

const own = (table: Readonly<Record<string, string>>, name: string | undefined) =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;

/** The class that a script has drawn by, and the type whose drawing that is. */
function ofScript(script: string): { className: string; type: string | undefined } | undefined {
  const flot = /new\s+TbFlot\s*\([^,)]{0,200}(?:,\s{0,20}['"](\w+)['"]\s{0,20})?\)/.exec(script);
  if (flot) return { className: 'TbFlot', type: own(CHARTS, flot[1] ?? 'line') };
  const map = /new\s+TbMapWidgetV2\s*\(\s*['"]([\w-]+)['"]\s*,\s*(true|false)/.exec(script);
  if (map) {
    const found = Object.hasOwn(MAPS, map[1] ?? '') ? MAPS[map[1] ?? '']?.[map[2] === 'true' ? 1 : 0] : undefined;
    return { className: 'TbMapWidgetV2', type: found };
  }
  const className = /new\s+(Tb\w+Gauge|TbAnalogueCompass)\s*\(/.exec(script)?.[1];
  return className === undefined ? undefined : { className, type: own(GAUGES, className) };
}

/** A drawing of the page that the code of a type wants beside what it draws itself. */
export interface WantedDrawing {
  /** The class that stands for it in the script. */
  className: string;
  original: SystemType;
}

const partsOf = ({ descriptor }: Pick<WidgetType, 'descriptor'>) => ({
  script: String(descriptor.controllerScript ?? ''),
  template: String(descriptor.templateHtml ?? '').trim(),
});

/**
 * The type of the system that a type is a copy of, or that it has the drawing of: it is drawn as that one, on the page.
 * Undefined for code that says more than which drawing it wants.
 */
export function systemTypeOf(stored: Pick<WidgetType, 'descriptor'>): SystemType | undefined {
  const { script, template } = partsOf(stored);
  const [, bundleAlias, typeAlias] = MARK.exec(script) ?? [];
  if (bundleAlias && typeAlias) return { bundleAlias, typeAlias };
  const component = /^<([a-z-]+)(?:\s[^<>]*)?>\s*<\/\1>$/.exec(template)?.[1];
  const whole = own(COMPONENTS, component);
  if (whole) return named(whole);
  const wanted = ofScript(script);
  return wanted && isOnlyDrawing(script, template) ? named(wanted.type) : undefined;
}

/** The drawing of the page that stands within what the code of a type draws, where `systemTypeOf` finds none. */
export function wantedDrawing(stored: Pick<WidgetType, 'descriptor'>): WantedDrawing | undefined {
  const wanted = ofScript(partsOf(stored).script);
  const original = named(wanted?.type);
  return wanted && original && { className: wanted.className, original };
}
