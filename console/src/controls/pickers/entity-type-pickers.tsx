import '../texts/texts.ts';
import './texts/texts.ts';
import { MenuItem } from '@mui/material';
import type { EntityType } from '@signalbox/contract/id';
import { useTranslation } from 'react-i18next';
import type { CheckedProps, OfferProps } from '../combobox.tsx';
import { EntityListPicker } from '../entity-list-picker.tsx';
import { SelectInput } from '../select-input.tsx';

/** Chooses one of a few kinds of entity. */
export function EntityTypeSelect<Type extends EntityType>(props: {
  label: string;
  types: readonly Type[];
  value: Type;
  onChange: (value: Type) => void;
  disabled?: boolean;
  help?: string | undefined;
  error?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <SelectInput {...props} onChange={(next) => props.onChange(next as Type)}>
      {props.types.map((type: EntityType) => (
        <MenuItem key={type} value={type}>
          {t(`entityType.${type}`)}
        </MenuItem>
      ))}
    </SelectInput>
  );
}

/** Chooses several of a few kinds of entity. */
export function EntityTypeList<Type extends EntityType>(
  props: Omit<OfferProps, 'kind'> &
    CheckedProps & {
      types: readonly Type[];
      value: readonly Type[];
      onChange: (value: readonly Type[]) => void;
    },
) {
  const { t } = useTranslation();
  const { types, value, onChange, checked = false, ...offer } = props;
  const choice = (type: EntityType) => ({ id: type, label: t(`entityType.${type}`) });
  return (
    <EntityListPicker
      {...offer}
      error={offer.error ?? (checked && value.length === 0 ? t('typeList.required') : undefined)}
      kind={`kinds ${types.join(' ')}`}
      listLabel={props.label}
      value={value.map(choice)}
      load={async (search) =>
        types.map(choice).filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()))
      }
      onChange={(next) => onChange(next.map(({ id }) => id as Type))}
    />
  );
}
