import { findKeys } from '../api/entity-keys.ts';
import { readLatestValues } from '../api/entity-query.ts';
import { readWidgetTypeByAlias } from '../api/widget-types.ts';
import type { DashboardConfiguration } from '../dashboard/configuration.ts';
import { type ChosenValues, sortOf } from '../dashboard-editor/from-data/suggest.ts';
import type { DataKey } from '../widgets/model.ts';
import {
  TEMPLATE_TYPES,
  type Template,
  type TemplateTypes,
  type TemplateWords,
  templateConfiguration,
} from './template.ts';

/** Devices whose values say what a key is, and keys that are looked at. */
const SAMPLE = 20;
const MAX_KEYS = 20;
/** What the server keeps about activity. */
const NOT_OF_DEVICES = /^(active|inactivity|lastActivity|lastConnect|lastDisconnect|provisionState|fw_|sw_|target_)/;

/** What the devices of a type send; of all devices without one. */
async function valuesOf(deviceType: string | undefined): Promise<ChosenValues[]> {
  const filter =
    deviceType === undefined
      ? { type: 'entityType', entityType: 'DEVICE' }
      : { type: 'deviceType', deviceType, deviceNameFilter: '' };
  const found = await findKeys(filter);
  const named = (type: 'timeseries' | 'attribute'): DataKey[] =>
    found[type].filter((name) => !NOT_OF_DEVICES.test(name)).map((name) => ({ name, type }));
  const keys = [...named('timeseries'), ...named('attribute')].slice(0, MAX_KEYS);
  if (keys.length === 0) return [];
  const { values } = await readLatestValues(
    filter,
    keys.map(({ name, type }) => ({ name, type })),
    { pageSize: SAMPLE },
  );
  return keys.map((key, at) => ({ key, ...sortOf(values.map((row) => row[at] ?? '')) }));
}

async function readTypes(): Promise<TemplateTypes> {
  const read = Object.entries(TEMPLATE_TYPES).map(async ([part, [bundleAlias, alias]]) => {
    const { name, descriptor } = await readWidgetTypeByAlias(bundleAlias, alias, true);
    return [part, { isSystem: true, bundleAlias, alias, name, descriptor }];
  });
  return Object.fromEntries(await Promise.all(read)) as TemplateTypes;
}

/** The configuration that a new dashboard begins with, filled with what the devices send. Errors are the caller's to show. */
export async function fillTemplate(
  template: Exclude<Template, 'empty'>,
  deviceType: string | undefined,
  words: TemplateWords,
): Promise<DashboardConfiguration> {
  const [values, types] = await Promise.all([valuesOf(deviceType), readTypes()]);
  return templateConfiguration(template, { deviceType, values, types, words });
}
