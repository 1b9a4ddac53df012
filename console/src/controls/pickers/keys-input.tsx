import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { type KeysOf, keysOfEntity } from '../../api/telemetry.ts';
import { ChipsInput } from '../chips-input.tsx';
import type { OfferProps } from '../combobox.tsx';

/** Several keys of telemetry or attributes: those that an entity has, or others. */
export function KeysInput(
  props: Omit<OfferProps, 'kind'> & {
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
  const { entity, of, load, ...offer } = props;
  return (
    <ChipsInput
      {...offer}
      placeholder={props.placeholder ?? t('keyList.any')}
      kind={`${of} of ${entity?.id ?? 'nothing'}`}
      load={load ?? (() => (entity ? keysOfEntity(entity, of) : Promise.resolve([])))}
    />
  );
}
