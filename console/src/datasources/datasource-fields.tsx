import './texts/texts.ts';
import { Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../controls/select-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import type { Datasource } from '../widgets/model.ts';
import { AliasInput } from './alias-input.tsx';
import type { SourceProblems } from './check-sources.ts';
import { DataKeysInput } from './data-keys-input.tsx';
import { FilterInput } from './filter-input.tsx';
import { sourceTypesOf, withSourceType } from './new-data-key.ts';
import { alarmFieldWords } from './offered-keys.ts';
import type { SourceOffer } from './source-offer.ts';

/** What is wrong with a field, in words. */
export function useProblemWords(problems: SourceProblems | undefined): (field: string) => string | undefined {
  const { t } = useTranslation();
  return (field) => {
    const problem = problems?.[field];
    return problem && t(`source.problems.${problem}`);
  };
}

/** Where the values of one datasource come from: functions, or entities of an alias that a filter lets through. */
export function DatasourceFields(props: {
  /** Path of the datasource. */
  at: string;
  value: Datasource;
  /** The other datasources of the widget. */
  others: readonly Datasource[];
  offer: SourceOffer;
  problems?: SourceProblems | undefined;
  onChange: (datasource: Datasource) => void;
}) {
  const { t } = useTranslation();
  const { at, value, others, offer, onChange } = props;
  const problemOf = useProblemWords(props.problems);
  const types = sourceTypesOf(offer.kind);
  const defaults = { kind: offer.kind, settings: offer.keyDefaults ?? {}, alarmField: alarmFieldWords };
  const hasName = value.type !== 'entity';
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
        }}
      >
        <Box data-field={`${at}.type`}>
          <SelectInput
            label={t('source.type')}
            value={value.type}
            error={problemOf(`${at}.type`)}
            onChange={(type) => onChange(withSourceType(value, type as Datasource['type'], defaults, others))}
          >
            {[...new Set([...types, value.type])].map((type) => (
              <MenuItem key={type} value={type}>
                {t(`source.types.${type}`)}
              </MenuItem>
            ))}
          </SelectInput>
        </Box>
        {hasName && (
          <TextInput
            label={t('source.name')}
            value={value.name ?? ''}
            onChange={(event) => onChange({ ...value, name: event.target.value || null })}
          />
        )}
        {value.type !== 'function' && (
          <>
            <Box data-field={`${at}.entityAliasId`}>
              <AliasInput
                label={t('source.alias')}
                required
                offer={offer}
                help={value.entityType && value.entityId ? t('source.direct') : undefined}
                value={value.entityAliasId}
                error={problemOf(`${at}.entityAliasId`)}
                onChange={(entityAliasId) => onChange({ ...value, entityAliasId })}
              />
            </Box>
            <Box data-field={`${at}.filterId`}>
              <FilterInput
                label={t('source.filter')}
                offer={offer}
                value={value.filterId}
                error={problemOf(`${at}.filterId`)}
                onChange={(filterId) => onChange({ ...value, filterId })}
              />
            </Box>
          </>
        )}
      </Box>
      <Box data-field={`${at}.dataKeys`}>
        <DataKeysInput
          value={value.dataKeys}
          datasource={value}
          others={others}
          offer={offer}
          required={offer.limits.dataKeysOptional !== true}
          error={problemOf(`${at}.dataKeys`)}
          onChange={(dataKeys) => onChange({ ...value, dataKeys })}
        />
      </Box>
    </Box>
  );
}
