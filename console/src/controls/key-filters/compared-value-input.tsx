import './texts/texts.ts';
import { Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../select-input.tsx';
import { SuggestedInput } from '../suggested-input.tsx';
import { SwitchInput } from '../switch-input.tsx';
import type { ComparedValue, DynamicSource, FilterOffer, ValueType } from './key-filter.ts';
import { ValueInput } from './value-input.tsx';

/** What is wrong with fields of filters, in words, by path. */
export type FieldProblems = Readonly<Partial<Record<string, string>>>;

/** The columns of fields that stand beside each other, where there is room. */
export const COLUMNS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 3 };

/**
 * What is compared with: a value, or an attribute with a value for where there is none.
 * @param props.isConstant there is no value: only an attribute
 */
export function ComparedValueInput<Value extends ComparedValue>(props: {
  /** Path of the value. */
  at: string;
  type: ValueType;
  value: Value;
  label?: string;
  /** Of the switch that takes it from an attribute. */
  dynamicLabel?: string;
  unit?: string | undefined;
  isConstant?: boolean;
  offer: FilterOffer;
  problems: FieldProblems;
  onChange: (value: Value) => void;
}) {
  const { t } = useTranslation();
  const { at, value, offer, problems, onChange, isConstant = false } = props;
  const dynamic = value.dynamicValue ?? (isConstant ? { sourceType: offer.sources[0] } : undefined);
  const source: DynamicSource = dynamic?.sourceType ?? offer.sources[0] ?? 'CURRENT_DEVICE';
  const setDynamic = (change: NonNullable<ComparedValue['dynamicValue']>) =>
    onChange({ ...value, dynamicValue: { sourceType: source, sourceAttribute: '', ...dynamic, ...change } });
  const mayInherit = source === 'CURRENT_DEVICE' || source === 'CURRENT_CUSTOMER';
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {!isConstant && (
        <Box data-field={`${at}.defaultValue`}>
          <ValueInput
            label={dynamic ? t('keyFilter.otherwise') : (props.label ?? t('keyFilter.value'))}
            type={props.type}
            unit={props.unit}
            value={value.defaultValue}
            error={problems[`${at}.defaultValue`]}
            onChange={(defaultValue) => onChange({ ...value, defaultValue })}
          />
        </Box>
      )}
      {!isConstant && (
        <SwitchInput
          label={props.dynamicLabel ?? t('keyFilter.dynamic')}
          checked={dynamic !== undefined}
          onChange={(checked) => (checked ? setDynamic({}) : onChange({ ...value, dynamicValue: null }))}
        />
      )}
      {dynamic && (
        <Box sx={COLUMNS}>
          <SelectInput
            label={t('keyFilter.sourceType')}
            value={source}
            onChange={(sourceType) => setDynamic({ sourceType: sourceType as DynamicSource, inherit: false })}
          >
            {[...new Set([...offer.sources, source])].map((one) => (
              <MenuItem key={one} value={one}>
                {t(`keyFilter.${offer.isOfViewer ? 'viewerSources' : 'sources'}.${one}`)}
              </MenuItem>
            ))}
          </SelectInput>
          <Box data-field={`${at}.dynamicValue.sourceAttribute`}>
            <SuggestedInput
              kind={`${offer.suggestKind} ATTRIBUTE`}
              label={t('keyFilter.attribute')}
              required
              error={problems[`${at}.dynamicValue.sourceAttribute`]}
              value={dynamic.sourceAttribute ?? ''}
              load={() => (source === 'CURRENT_DEVICE' ? offer.suggest('ATTRIBUTE') : Promise.resolve([]))}
              onChange={(sourceAttribute) => setDynamic({ sourceAttribute })}
            />
          </Box>
          {mayInherit && (
            <SwitchInput
              label={t(`keyFilter.inherit.${source}`)}
              checked={dynamic.inherit === true}
              sx={{ gridColumn: '1 / -1' }}
              onChange={(checked) => setDynamic({ inherit: checked })}
            />
          )}
        </Box>
      )}
    </Box>
  );
}
