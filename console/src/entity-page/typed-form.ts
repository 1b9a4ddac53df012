import type { TFunction } from 'i18next';
import type { TypedApi } from '../api/typed-entities.ts';
import { descriptionField } from './contact-fields.ts';
import { descriptionOf, type FormField, type FormValues, textOrNull } from './form.ts';
import type { Typed } from './typed-page.tsx';

/** The fields that all kinds with a name, a type and at most one customer have, with those of one kind in between. */
export function typedFields(
  t: TFunction,
  texts: string,
  api: Pick<TypedApi<never>, 'types'>,
  own: readonly FormField[],
): FormField[] {
  return [
    { name: 'name', label: t(`${texts}.name`), kind: 'text', required: true },
    {
      name: 'type',
      label: t(`${texts}.type`),
      kind: 'suggested',
      required: true,
      help: t(`${texts}.typeHelp`),
      suggest: api.types,
    },
    ...own,
    descriptionField(t),
  ];
}

/** What those fields hold. */
export function typedValues(entity: Typed | undefined): Record<string, string> {
  return { name: entity?.name ?? '', type: entity?.type ?? '', description: descriptionOf(entity) };
}

/** What those fields say in the body of the call; keys of other clients in `additionalInfo` survive. */
export function typedBody(values: FormValues, stored: Typed | undefined): Record<string, unknown> {
  const { customerTitle, customerIsPublic, ...entity } = stored ?? {};
  return {
    ...entity,
    name: String(values.name ?? '').trim(),
    type: String(values.type ?? '').trim(),
    additionalInfo: { ...stored?.additionalInfo, description: textOrNull(values.description) ?? '' },
  };
}
