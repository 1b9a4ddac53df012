import type { SettingDefinition } from './settings/definition.ts';
import { DEVICE_SETTINGS } from './settings/devices.ts';
import { INSTALLATION_SETTINGS } from './settings/installation.ts';
import { LISTENER_SETTINGS } from './settings/listeners.ts';
import { LWM2M_SETTINGS } from './settings/lwm2m.ts';
import { NETWORK_SETTINGS } from './settings/network.ts';
import { RULE_SETTINGS } from './settings/rules.ts';
import { USER_SETTINGS } from './settings/users.ts';

/**
 * Every setting once: name, default, unit and meaning. Set by environment variables with the prefix `SIGNALBOX_`
 * (`DATABASE_URL` also without it). The settings table in README.md is generated from this list.
 */
export const SETTINGS = {
  ...LISTENER_SETTINGS,
  ...NETWORK_SETTINGS,
  ...INSTALLATION_SETTINGS,
  ...DEVICE_SETTINGS,
  ...LWM2M_SETTINGS,
  ...RULE_SETTINGS,
  ...USER_SETTINGS,
} as const;

/** Values of all settings. */
export type Settings = {
  -readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends SettingDefinition<infer T>
    ? T extends number
      ? number
      : T extends boolean
        ? boolean
        : string
    : never;
};

/**
 * Reads the settings from the environment.
 * @throws Error naming the variable when a value cannot be used.
 */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(SETTINGS)) {
    const variable =
      definition.env === 'SIGNALBOX_DATABASE_URL' && environment[definition.env] === undefined
        ? 'DATABASE_URL'
        : definition.env;
    const given = environment[variable];
    if (given === undefined || given === '') {
      values[name] = definition.default;
      continue;
    }
    try {
      values[name] = definition.parse(given);
    } catch (error) {
      throw new Error(`Setting ${variable} ${(error as Error).message}`);
    }
  }
  return values as Settings;
}
