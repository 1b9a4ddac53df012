import type { WidgetType } from '@signalbox/contract/widget';
import { drawingName, MAX_DRAWINGS } from './drawing-name.ts';
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

/** What a drawing class is made with → the type whose drawing it is. */
const DRAWINGS: Readonly<Record<string, string>> = {
  'TbFlot line': 'charts/basic_timeseries',
  'TbFlot bar': 'charts/timeseries_bars_flot',
  'TbFlot state': 'charts/state_chart',
  'TbFlot pie': 'charts/pie',
  'TbMapWidgetV2 openstreet-map map': 'maps_v2/openstreetmap',
  'TbMapWidgetV2 openstreet-map routes': 'maps_v2/route_map_openstreetmap',
  'TbMapWidgetV2 google-map map': 'maps_v2/google_maps',
  'TbMapWidgetV2 google-map routes': 'maps_v2/route_map',
  'TbMapWidgetV2 tencent-map map': 'maps_v2/tencent_maps',
  'TbMapWidgetV2 tencent-map routes': 'maps_v2/route_map_tencent_maps',
  'TbMapWidgetV2 here map': 'maps_v2/here_map',
  'TbMapWidgetV2 here routes': 'maps_v2/route_map_openstreetmap',
  'TbMapWidgetV2 image-map map': 'maps_v2/image_map',
  'TbMapWidgetV2 image-map routes': 'maps_v2/image_map',
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

/** Where a script makes a drawing: its class, and the beginning of what it is given. */
const MADE = /new\s+(Tb(?:Flot|MapWidgetV2|AnalogueCompass|\w{1,30}Gauge))\s{0,20}\(([^()]{0,200})(\)?)/g;
const FLOT_KINDS = ['line', 'bar', 'state', 'pie'];
const TEXT = /^\s*['"]([\w-]+)['"]\s*$/;

/** The drawings that a script makes, by their names, each once. */
function madeBy(script: string): string[] {
  const names = new Set<string>();
  for (const [, className = '', given = '', end] of script.matchAll(MADE)) {
    const parts = given.split(',');
    const values = parts.map((part) => TEXT.exec(part)?.[1] ?? (part.trim() === 'true' ? true : undefined));
    // What a variable or a call gives is known only when it runs.
    const isOpen = !end || (parts[1] !== undefined && values[1] === undefined);
    if (className === 'TbFlot' && isOpen) for (const kind of FLOT_KINDS) names.add(`TbFlot ${kind}`);
    else names.add(drawingName(className, values));
  }
  return [...names];
}

/** A drawing of the page that the code of a type wants beside what it draws itself. */
export interface WantedDrawing {
  /** What stands for it in the script (drawing-name.ts). */
  name: string;
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
  const [wanted, ...others] = script.match(MADE) ?? [];
  if (wanted === undefined || others.length > 0 || !isOnlyDrawing(script, template)) return undefined;
  const [name] = madeBy(script);
  return named(own(DRAWINGS, name));
}

/** The drawings of the page that stand within what the code of a type draws, where `systemTypeOf` finds none. */
export function wantedDrawings(stored: Pick<WidgetType, 'descriptor'>): WantedDrawing[] {
  return madeBy(partsOf(stored).script)
    .flatMap((name) => {
      const original = named(own(DRAWINGS, name));
      return original ? [{ name, original }] : [];
    })
    .slice(0, MAX_DRAWINGS);
}
