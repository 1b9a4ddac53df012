import type { DataKey, Settings } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';

/** How a switch finds out how its device stands, and how it sets that. */
export interface SwitchSettings {
  initialValue: boolean;
  retrieve: 'none' | 'rpc' | 'attribute' | 'timeseries';
  valueKey: string;
  getValueMethod: string;
  setValueMethod: string;
  /** Whether the device is on, from what it answered or reported. @throws what the function of the settings throws */
  parse(value: unknown): boolean;
  /** What the device is told. @throws what the function of the settings throws */
  convert(isOn: boolean): unknown;
}

const RETRIEVALS = ['none', 'rpc', 'attribute', 'timeseries'] as const;

export function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

/** A function of the settings with one argument; undefined where there is none. */
export function settingFunction(
  body: unknown,
  name: string,
  scripts: Scripts | undefined,
): ((value: unknown) => unknown) | undefined {
  if (typeof body !== 'string' || body.trim() === '' || !scripts) return undefined;
  return scripts.compile(body, [name]);
}

export function switchSettings(settings: Settings, scripts: Scripts | undefined): SwitchSettings {
  const parse = settingFunction(settings.parseValueFunction, 'data', scripts);
  const convert = settingFunction(settings.convertValueFunction, 'value', scripts);
  return {
    initialValue: settings.initialValue === true,
    retrieve: RETRIEVALS.find((method) => method === settings.retrieveValueMethod) ?? 'rpc',
    valueKey: text(settings.valueKey, 'value'),
    getValueMethod: text(settings.getValueMethod, 'getValue'),
    setValueMethod: text(settings.setValueMethod, 'setValue'),
    parse: (value) => Boolean(parse ? parse(value) : value),
    convert: (isOn) => (convert ? convert(isOn) : isOn),
  };
}

/** A value as it was sent: reported ones arrive as text. */
export function sentValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** What a text that somebody has typed is sent as: JSON, else the text, without the room around it. */
export function typedPayload(typed: string): unknown {
  return sentValue(typed.trim());
}

/** The key of the device that shows how a switch stands. */
export function switchKeys(settings: Settings): readonly DataKey[] {
  const { retrieve, valueKey } = switchSettings(settings, undefined);
  return retrieve === 'attribute' || retrieve === 'timeseries' ? [{ name: valueKey, type: retrieve }] : [];
}

/** The key of the device that the light shows. */
export function ledKeys(settings: Settings): readonly DataKey[] {
  const type = settings.retrieveValueMethod === 'timeseries' ? 'timeseries' : 'attribute';
  return [{ name: text(settings.valueAttribute, 'value'), type }];
}

/** Whether the settings hold a function of these names. */
export function hasFunctions(settings: Settings | undefined, ...names: readonly string[]): boolean {
  return names.some((name) => typeof settings?.[name] === 'string' && settings[name].trim() !== '');
}
