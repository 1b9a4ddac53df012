import './texts/texts.ts';
import { type WidgetsBundle, type WidgetsBundleInput, widgetsBundleInputSchema } from '@signalbox/contract/widget';
import type { TFunction } from 'i18next';
import { type EntityForm, type FormField, textOrNull } from '../../entity-page/form.ts';

const describedFields = (t: TFunction): FormField[] => [
  { name: 'description', label: t('details.description'), kind: 'multiline' },
  { name: 'image', label: t('widgetLibrary.image'), kind: 'image' },
];

/** The form of a bundle. */
export function bundleForm(t: TFunction): EntityForm<WidgetsBundle, WidgetsBundleInput> {
  return {
    fields: [{ name: 'title', label: t('widgetLibrary.title'), kind: 'text', required: true }, ...describedFields(t)],
    values: (bundle) => ({
      title: bundle?.title ?? '',
      description: bundle?.description ?? '',
      image: bundle?.image ?? '',
    }),
    body: (values, stored) => ({
      ...(stored ? { id: stored.id } : {}),
      alias: stored?.alias ?? null,
      title: String(values.title ?? '').trim(),
      description: textOrNull(values.description),
      image: textOrNull(values.image),
    }),
    schema: widgetsBundleInputSchema,
  };
}
