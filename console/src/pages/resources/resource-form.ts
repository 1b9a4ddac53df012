import './texts/texts.ts';
import {
  RESOURCE_TYPES,
  type ResourceInfo,
  type ResourceInput,
  resourceInputSchema,
} from '@signalbox/contract/resource';
import type { TFunction } from 'i18next';
import type { EntityForm } from '../../entity-page/form.ts';

/** The form of a resource that is there: what is changed of it without another file. */
export function resourceForm(t: TFunction): EntityForm<ResourceInfo, ResourceInput> {
  return {
    fields: [
      { name: 'title', label: t('resources.title'), kind: 'text', required: true },
      {
        name: 'resourceType',
        label: t('resources.type'),
        kind: 'choice',
        readOnly: true,
        options: RESOURCE_TYPES.map((type) => ({ id: type, label: t(`resources.types.${type}`) })),
      },
      { name: 'resourceKey', label: t('resources.key'), kind: 'text', readOnly: true, copies: true },
    ],
    values: (resource) => ({
      title: resource?.title ?? '',
      resourceType: resource?.resourceType ?? 'LWM2M_MODEL',
      resourceKey: resource?.resourceKey ?? '',
    }),
    body: (values, stored) => ({
      ...(stored ? { id: stored.id, resourceType: stored.resourceType } : {}),
      title: String(values.title ?? '').trim(),
      // With the file that it has, see the details.
      fileName: null,
      data: null,
    }),
    schema: resourceInputSchema,
  };
}
