import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { KNOWN_RELATION_TYPES } from '../../api/relations.ts';
import type { CheckedProps, OfferProps } from '../combobox.tsx';
import { SuggestedInput } from '../suggested-input.tsx';

/** Characters of such a type. */
const MAX_LENGTH = 255;

/** The type of a relation: a usual one, one in use, or another. */
export function RelationTypeInput(
  props: Omit<OfferProps, 'kind' | 'label'> &
    CheckedProps & {
      value: string;
      onChange: (value: string) => void;
      onBlur?: (() => void) | undefined;
      /** Types in use. */
      types?: readonly string[] | undefined;
    },
) {
  const { t } = useTranslation();
  const { types = [], checked = false, ...offer } = props;
  const type = props.value.trim();
  const problem =
    type === '' && props.required
      ? t('relationType.required')
      : type.length > MAX_LENGTH
        ? t('relationType.tooLong', { max: MAX_LENGTH })
        : undefined;
  const offered = [...new Set([...KNOWN_RELATION_TYPES, ...types])];
  return (
    <SuggestedInput
      {...offer}
      label={t('relationType.label')}
      error={offer.error ?? (checked ? problem : undefined)}
      kind={`relation types ${offered.join(' ')}`}
      load={() => Promise.resolve(offered)}
    />
  );
}
