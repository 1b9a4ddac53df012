import type { WidgetKind } from '@signalbox/contract/widget';
import type { Controller } from './controller.ts';
import { NO_SETTINGS, type SettingsForm } from './settings-form.ts';
import { type ConfigPart, type Datasource, widgetConfig } from './widget-config.ts';

/** A widget type as people of this project write it down. */
export interface TypeDefinition {
  alias: string;
  name: string;
  /** What it is good for, 255 characters at most. */
  description: string;
  type: WidgetKind;
  /** Columns and rows of a new widget. */
  size: readonly [columns: number, rows: number];
  controller: Controller;
  settings?: SettingsForm;
  keySettings?: SettingsForm;
  /** Settings of a new widget that are not the defaults of the form. */
  preset?: Record<string, unknown>;
  /** What else a new widget has. */
  config?: ConfigPart;
  /** Title of a new widget; its name without. */
  title?: string;
}

export interface BundleDefinition {
  alias: string;
  title: string;
  /** 255 characters at most. */
  description: string;
  types: readonly TypeDefinition[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values with others put over them, also those within objects. */
function merged(below: Record<string, unknown>, above: Record<string, unknown>): Record<string, unknown> {
  const result = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const known = result[name];
    result[name] = isObject(known) && isObject(value) ? merged(known, value) : value;
  }
  return result;
}

const withKeySettings = (source: Datasource, defaults: Record<string, unknown>): Datasource => ({
  ...source,
  dataKeys: source.dataKeys.map((key) => ({ ...key, settings: merged(defaults, key.settings) })),
});

/** Lets the console know copies of a type, as long as nobody takes the line out to write a script of one's own. */
const markOf = (bundle: string, { alias }: TypeDefinition) =>
  `// Drawn by the console as ${bundle}/${alias}. Remove this line to have the script below run instead.\n`;

/**
 * What a type consists of, as clients read it (widgets.md §1.1).
 * @param bundle alias of its bundle, for the mark on its script
 */
export function descriptorOf(definition: TypeDefinition, bundle?: string): Record<string, unknown> {
  const { type, size, controller, settings = NO_SETTINGS, keySettings = NO_SETTINGS } = definition;
  const { datasources, alarmSource, ...part } = definition.config ?? {};
  const config = widgetConfig(definition.title ?? definition.name, merged(settings.defaults, definition.preset ?? {}), {
    ...part,
    ...(datasources && { datasources: datasources.map((source) => withKeySettings(source, keySettings.defaults)) }),
    ...(alarmSource && { alarmSource: withKeySettings(alarmSource, keySettings.defaults) }),
  });
  return {
    type,
    sizeX: size[0],
    sizeY: size[1],
    resources: [],
    templateHtml: controller.templateHtml,
    templateCss: controller.templateCss,
    controllerScript: (bundle ? markOf(bundle, definition) : '') + controller.script,
    settingsSchema: settings.text,
    dataKeySettingsSchema: keySettings.text,
    defaultConfig: JSON.stringify(config),
  };
}
