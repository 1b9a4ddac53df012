// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import * as z from 'zod/mini';
import type { FormFields } from '../form-fields.ts';
import { booleanSetting, textListSetting } from '../settings.ts';

/** Configuration of the nodes that add attributes and telemetry by name. */
export const fetchedValues = z.object({
  clientAttributeNames: textListSetting,
  sharedAttributeNames: textListSetting,
  serverAttributeNames: textListSetting,
  latestTsKeyNames: textListSetting,
  tellFailureIfAbsent: booleanSetting(false),
  getLatestValueWithTs: booleanSetting(false),
});
export type FetchedValues = z.infer<typeof fetchedValues>;

export const FETCHED_VALUES_DEFAULT = {
  clientAttributeNames: [],
  sharedAttributeNames: [],
  serverAttributeNames: [],
  latestTsKeyNames: [],
  tellFailureIfAbsent: true,
  getLatestValueWithTs: false,
};

export const fetchedValuesFields: FormFields<FetchedValues> = {
  clientAttributeNames: { control: 'texts', label: 'Client attributes', isOpen: true, isPattern: true },
  sharedAttributeNames: { control: 'texts', label: 'Shared attributes', isOpen: true, isPattern: true },
  serverAttributeNames: { control: 'texts', label: 'Server attributes', isOpen: true, isPattern: true },
  latestTsKeyNames: { control: 'texts', label: 'Latest telemetry', isOpen: true, isPattern: true },
  getLatestValueWithTs: {
    control: 'switch',
    label: 'Telemetry with its time',
    help: 'As {"ts": …, "value": …}.',
  },
  tellFailureIfAbsent: { control: 'switch', label: 'Fail when a value is missing' },
};

/** What the help of these nodes says about the values. */
export const FETCHED_VALUES_HELP =
  'Names may have placeholders such as <code>${deviceType}</code>. Values become texts of the metadata: client ' +
  'attributes as <code>cs_</code> and their name, shared ones with <code>shared_</code>, server ones with ' +
  '<code>ss_</code>, telemetry under its own name. ';
