import '../controls/pickers/texts/texts.ts';
import type { TFunction } from 'i18next';
import { descriptionField } from './contact-fields.ts';
import { descriptionOf, type FormField, type FormValues, textOrNull } from './form.ts';
import type { Typed, TypedKind } from './typed-kind.ts';

/** The fields that all kinds with a name, a type and at most one customer have, with those of one kind in between. */
export function typedFields<Info extends Typed>(
  t: TFunction,
  { entityType, things, words, api }: Pick<TypedKind<Info>, 'entityType' | 'things' | 'words' | 'api'>,
  typeHelp: string,
  own: readonly FormField[],
): FormField[] {
  const { name, type } = words(t);
  return [
    { name: 'name', label: name, kind: 'text', required: true },
    {
      name: 'type',
      label: type,
      kind: 'suggested',
      required: true,
      missing: t(`subtype.required${entityType}`),
      help: typeHelp,
      suggest: { kind: things, load: api.types },
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
