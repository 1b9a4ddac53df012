import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { type KeysOf, keysOfEntity } from '../../api/telemetry.ts';
import { ChipsInput } from '../chips-input.tsx';
import type { CheckedProps, OfferProps } from '../combobox.tsx';

/** Several keys of telemetry or attributes: those that an entity has, or others. */
export function KeysInput(
  props: Omit<OfferProps, 'kind'> &
    CheckedProps & {
      /** Whose keys are offered. */
      entity: EntityRef | undefined;
      of: KeysOf;
      value: readonly string[];
      onChange: (value: readonly string[]) => void;
      /** In place of the keys of the entity. */
      load?: (() => Promise<readonly string[]>) | undefined;
    },
) {
  const { t } = useTranslation();
  const { entity, of, load, checked = false, ...offer } = props;
  const isEmpty = checked && props.required && props.value.length === 0;
  return (
    <ChipsInput
      {...offer}
      error={props.error ?? (isEmpty ? t('keyList.empty') : undefined)}
      placeholder={props.placeholder ?? t('keyList.any')}
      kind={`${of} of ${entity?.id ?? 'nothing'}`}
      load={load ?? (() => (entity ? keysOfEntity(entity, of) : Promise.resolve([])))}
    />
  );
}
