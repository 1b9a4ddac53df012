import { parseAddressRanges } from '../address-ranges.ts';

/** A setting: its name among the environment variables, its default, its unit and its meaning. */
export interface SettingDefinition<T> {
  /** Name of the environment variable. */
  env: string;
  default: T;
  unit?: string;
  meaning: string;
  parse: (text: string) => T;
}

export function setting<T>(definition: SettingDefinition<T>): SettingDefinition<T> {
  return definition;
}

export const asText = (text: string): string => text;

export function asInteger(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}, not '${text}'`);
    }
    return value;
  };
}

export function asOneOf(...choices: string[]) {
  return (text: string): string => {
    if (!choices.includes(text)) throw new Error(`must be one of ${choices.join(', ')}, not '${text}'`);
    return text;
  };
}

export function asPostgresAddress(text: string): string {
  // The text may contain a password, so it is not repeated.
  if (!/^postgres(ql)?:\/\/./.test(text)) {
    throw new Error('must be an address like postgres://user:password@host:5432/database');
  }
  return text;
}

export function asBoolean(text: string): boolean {
  if (/^(true|1|on|yes)$/i.test(text)) return true;
  if (/^(false|0|off|no)$/i.test(text)) return false;
  throw new Error(`must be true or false, not '${text}'`);
}

export function asRate(text: string): string {
  if (!/^$|^[1-9]\d*:[1-9]\d*(,[1-9]\d*:[1-9]\d*)*$/.test(text)) {
    throw new Error(`must be a list such as 100:1,2000:60 (count:seconds), not '${text}'`);
  }
  return text;
}

export function asAddressRanges(text: string): string {
  parseAddressRanges(text);
  return text;
}

export function asWebAddress(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new Error(`must be an address like https://intranet.example/newest.json, not '${text}'`);
  }
  return text;
}

const ORIGIN = /^https?:\/\/(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i;

/** Normalizes a list of origins: `https://a.example,https://*.b.example:8443`, or `*`. */
export function asOrigins(text: string): string {
  const origins = text
    .split(',')
    .map((part) => part.trim().replace(/\/$/, ''))
    .filter((part) => part !== '');
  for (const origin of origins) {
    if (origin !== '*' && !ORIGIN.test(origin)) {
      throw new Error(`must list origins such as https://intranet.example, not '${origin}'`);
    }
  }
  return origins.join(',');
}

export const port = asInteger(0, 65535);
