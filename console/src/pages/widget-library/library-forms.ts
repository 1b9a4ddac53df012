import './texts/texts.ts';
import {
  type WidgetsBundle,
  type WidgetsBundleInput,
  type WidgetTypeDetails,
  type WidgetTypeInput,
  widgetsBundleInputSchema,
  widgetTypeInputSchema,
} from '@signalbox/contract/widget';
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

/** The form of a type, without its code. */
export function typeForm(t: TFunction): EntityForm<WidgetTypeDetails, WidgetTypeInput> {
  return {
    fields: [{ name: 'name', label: t('widgetLibrary.name'), kind: 'text', required: true }, ...describedFields(t)],
    values: (type) => ({ name: type?.name ?? '', description: type?.description ?? '', image: type?.image ?? '' }),
    body: (values, stored) => ({
      ...(stored ? { id: stored.id } : {}),
      bundleAlias: stored?.bundleAlias ?? null,
      alias: stored?.alias ?? null,
      name: String(values.name ?? '').trim(),
      description: textOrNull(values.description),
      image: textOrNull(values.image),
      descriptor: stored?.descriptor ?? null,
    }),
    schema: widgetTypeInputSchema,
  };
}
