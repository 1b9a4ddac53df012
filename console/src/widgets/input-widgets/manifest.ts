import { latestValues } from '../follows.ts';
import { mapEntries } from '../maps-v2/map-entries.ts';
import { PLACING_TYPES } from '../maps-v2/map-types.ts';
import type { WidgetConfig } from '../model.ts';
import { defineWidget, type Follow, type WidgetBundle } from '../widget-type.ts';
import { textSetting } from './read-settings.ts';
import { SIMPLE_FORMS } from './simple-forms.ts';

const ownTitle = ({ settings }: WidgetConfig) => textSetting(settings?.widgetTitle);

/** The values of the fields; that a key is missing is said by the form. */
const fieldValues: Follow<'latest'> = {
  ...latestValues,
  missing: ({ entities }) => (entities.length === 0 ? 'entities' : undefined),
};

/** What all forms for values of entities have in common. */
const form = { data: fieldValues, shape: 'control', ownTitle } as const;

const simple = Object.keys(SIMPLE_FORMS).map((alias) => [
  alias,
  defineWidget({
    ...form,
    singleEntity: true,
    load: async () => {
      const { simpleForms } = await import('./simple-form.tsx');
      return simpleForms[alias] as NonNullable<(typeof simpleForms)[string]>;
    },
  }),
]);

export const bundle: WidgetBundle = {
  ...(Object.fromEntries(simple) as WidgetBundle),
  update_json_attribute: defineWidget({
    ...form,
    singleEntity: true,
    load: async () => (await import('./json-form.tsx')).JsonForm,
  }),
  web_camera_input: defineWidget({
    ...form,
    singleEntity: true,
    load: async () => (await import('./camera-form.tsx')).CameraForm,
  }),
  update_multiple_attributes: defineWidget({
    ...form,
    load: async () => (await import('./multiple-form.tsx')).MultipleForm,
  }),
  device_claiming_widget: defineWidget({
    data: null,
    shape: 'control',
    ownTitle,
    load: async () => (await import('./claiming.tsx')).DeviceClaiming,
  }),
  ...mapEntries(PLACING_TYPES),
};
