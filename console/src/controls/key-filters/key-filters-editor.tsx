import './texts/texts.ts';
import { Box, Button, FormHelperText, IconButton, MenuItem, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { optionalText } from '../../i18n/optional-text.ts';
import { Icon } from '../icon.tsx';
import { SelectInput } from '../select-input.tsx';
import { SuggestedInput } from '../suggested-input.tsx';
import { COLUMNS, type FieldProblems } from './compared-value-input.tsx';
import {
  type FilterOffer,
  type KeyFilter,
  type KeyType,
  newKeyFilter,
  type ValueType,
  valueTypeOf,
  withKey,
  withKeyType,
  withValueType,
} from './key-filter.ts';
import { PredicateEditor } from './predicate-editor.tsx';
import { ValueInput } from './value-input.tsx';

const VALUE_TYPES = ['NUMERIC', 'STRING', 'BOOLEAN', 'DATE_TIME'] as const satisfies readonly ValueType[];

interface FilterProps {
  /** Path of the filter. */
  at: string;
  filter: KeyFilter;
  offer: FilterOffer;
  problems: FieldProblems;
  onChange: (filter: KeyFilter) => void;
}

/** Which value a filter looks at. */
function KeyInput({ at, filter, offer, problems, onChange }: FilterProps) {
  const { t } = useTranslation();
  const { type, key } = filter.key;
  if (type === 'CONSTANT') {
    return (
      <Box data-field={`${at}.value`}>
        <ValueInput
          label={t('keyFilter.constant')}
          type={valueTypeOf(filter)}
          value={filter.value}
          error={problems[`${at}.value`]}
          onChange={(value) => onChange({ ...filter, value, key: { ...filter.key, key: String(value ?? '') } })}
        />
      </Box>
    );
  }
  if (type === 'ENTITY_FIELD') {
    return (
      <Box data-field={`${at}.key.key`}>
        <SelectInput
          label={t('keyFilter.field')}
          value={key ?? ''}
          error={problems[`${at}.key.key`]}
          onChange={(next) => onChange(withKey(filter, next))}
        >
          {offer.entityFields.map((field) => (
            <MenuItem key={field} value={field}>
              {offer.fieldWords?.(field) ?? optionalText(`keyFilter.fields.${field}`, field)}
            </MenuItem>
          ))}
        </SelectInput>
      </Box>
    );
  }
  return (
    <Box data-field={`${at}.key.key`}>
      <SuggestedInput
        kind={`${offer.suggestKind} ${type}`}
        label={t('keyFilter.key')}
        required
        value={key ?? ''}
        error={problems[`${at}.key.key`]}
        load={() => offer.suggest(type)}
        onChange={(next) => onChange(withKey(filter, next))}
      />
    </Box>
  );
}

function FilterEditor(props: FilterProps) {
  const { t } = useTranslation();
  const { at, filter, offer, onChange } = props;
  const type = valueTypeOf(filter);
  const isConstant = filter.key.type === 'CONSTANT';
  return (
    <Box sx={{ display: 'grid', gap: 3, flex: 1, minWidth: 0 }}>
      <Box sx={COLUMNS}>
        <SelectInput
          label={t('keyFilter.keyType')}
          value={filter.key.type}
          onChange={(next) => onChange(withKeyType(filter, next as KeyType, offer.entityFields))}
        >
          {[...new Set([...offer.keyTypes, filter.key.type])].map((one) => (
            <MenuItem key={one} value={one}>
              {optionalText(`keyFilter.keyTypes.${one}`, one)}
            </MenuItem>
          ))}
        </SelectInput>
        <KeyInput {...props} />
        <SelectInput
          label={t('keyFilter.valueType')}
          value={type}
          disabled={filter.key.type === 'ENTITY_FIELD'}
          onChange={(next) => onChange(withValueType(filter, next as ValueType))}
        >
          {VALUE_TYPES.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`keyFilter.valueTypes.${one}`)}
            </MenuItem>
          ))}
        </SelectInput>
      </Box>
      <PredicateEditor
        at={`${at}.predicate`}
        predicate={filter.predicate}
        type={type}
        isConstant={isConstant}
        offer={offer}
        problems={props.problems}
        onChange={(predicate) => onChange({ ...filter, predicate })}
      />
    </Box>
  );
}

/** Filters that all have to hold. Problems stand at the fields they are of. */
export function KeyFiltersEditor(props: {
  label: string;
  /** Path of the list. */
  at: string;
  filters: readonly KeyFilter[];
  offer: FilterOffer;
  problems: FieldProblems;
  onChange: (filters: KeyFilter[]) => void;
}) {
  const { t } = useTranslation();
  const { at, filters, onChange } = props;
  const problem = props.problems[at];
  return (
    <Box role="group" aria-label={props.label} data-field={at} sx={{ display: 'grid', gap: 3 }}>
      {filters.map((filter, index) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: filters have no other name than their place
          key={index}
          role="group"
          aria-label={t('keyFilter.filter', { number: index + 1 })}
          sx={{
            display: 'flex',
            gap: 1,
            alignItems: 'flex-start',
            border: '1px solid var(--line)',
            borderRadius: '8px',
            p: 3,
          }}
        >
          <FilterEditor
            at={`${at}.${index}`}
            filter={filter}
            offer={props.offer}
            problems={props.problems}
            onChange={(next) => onChange(filters.map((one, now) => (now === index ? next : one)))}
          />
          <Tooltip title={t('keyFilter.removeFilter', { number: index + 1 })}>
            <IconButton
              aria-label={t('keyFilter.removeFilter', { number: index + 1 })}
              onClick={() => onChange(filters.filter((_, now) => now !== index))}
              sx={{ mt: -1, marginInlineEnd: -1 }}
            >
              <Icon name="delete" size={16} />
            </IconButton>
          </Tooltip>
        </Box>
      ))}
      {problem && (
        <FormHelperText error role="alert">
          {problem}
        </FormHelperText>
      )}
      <Box>
        <Button startIcon={<Icon name="add" size={16} />} onClick={() => onChange([...filters, newKeyFilter()])}>
          {t('keyFilter.addFilter')}
        </Button>
      </Box>
    </Box>
  );
}
