import './texts/texts.ts';
import { Box, Button, IconButton, MenuItem, Tooltip } from '@mui/material';
import { entityTypesWith } from '@signalbox/contract/entity-traits';
import type { EntityType } from '@signalbox/contract/id';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { EntityTypeList } from '../controls/pickers/entity-type-pickers.tsx';
import { RelationTypeInput } from '../controls/pickers/relation-type-input.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import type { AliasFilter, RelationStep } from './alias-filter.ts';

/** Kinds of entities that relations lead to. */
const RELATED_TYPES: readonly EntityType[] = entityTypesWith('isQueried').filter((type) => type !== 'API_USAGE_STATE');

/** Direction and length of a walk along relations. */
export function WalkFields({ filter, onChange }: { filter: AliasFilter; onChange: (filter: AliasFilter) => void }) {
  const { t } = useTranslation();
  const levels = filter.maxLevel ?? 0;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <SelectInput
          label={t('alias.direction')}
          value={filter.direction ?? 'FROM'}
          onChange={(direction) => onChange({ ...filter, direction: direction as 'FROM' | 'TO' })}
        >
          <MenuItem value="FROM">{t('alias.directions.FROM')}</MenuItem>
          <MenuItem value="TO">{t('alias.directions.TO')}</MenuItem>
        </SelectInput>
        <NumberInput
          label={t('alias.levels')}
          help={t('alias.levelsHelp')}
          value={levels > 0 ? levels : null}
          onChange={(next) => onChange({ ...filter, maxLevel: Math.max(0, Math.trunc(next ?? 0) || 0) })}
        />
      </Box>
      {levels !== 1 && (
        <SwitchInput
          label={t('alias.lastOnly')}
          checked={filter.fetchLastLevelOnly === true}
          onChange={(fetchLastLevelOnly) => onChange({ ...filter, fetchLastLevelOnly })}
        />
      )}
    </>
  );
}

/** Which relations a walk follows, and to which kinds of entities; without any, all. */
export function RelationSteps(props: { steps: readonly RelationStep[]; onChange: (steps: RelationStep[]) => void }) {
  const { t } = useTranslation();
  const { steps, onChange } = props;
  const set = (index: number, change: RelationStep) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...change } : step)));
  return (
    <Box role="group" aria-label={t('alias.relations')} sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ fontSize: 13, fontWeight: 550 }}>{t('alias.relations')}</Box>
      {steps.length === 0 && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('alias.anyRelation')}</Box>}
      {steps.map((step, index) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: relations have no other name than their place
          key={index}
          sx={{
            display: 'flex',
            gap: 1,
            alignItems: 'flex-start',
            border: '1px solid var(--line)',
            borderRadius: '8px',
            p: 3,
          }}
        >
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              display: 'grid',
              gap: 3,
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
              alignItems: 'start',
            }}
          >
            <RelationTypeInput
              value={step.relationType ?? ''}
              placeholder={t('alias.anyType')}
              onChange={(relationType) => set(index, { relationType })}
            />
            <EntityTypeList
              label={t('alias.kinds')}
              placeholder={t('alias.anyKind')}
              types={RELATED_TYPES}
              value={(step.entityTypes ?? []) as EntityType[]}
              onChange={(entityTypes) => set(index, { entityTypes: [...entityTypes] })}
            />
          </Box>
          <Tooltip title={t('alias.removeRelation', { number: index + 1 })}>
            <IconButton
              aria-label={t('alias.removeRelation', { number: index + 1 })}
              onClick={() => onChange(steps.filter((_, at) => at !== index))}
              sx={{ mt: -1, marginInlineEnd: -1 }}
            >
              <Icon name="delete" size={16} />
            </IconButton>
          </Tooltip>
        </Box>
      ))}
      <Box>
        <Button
          startIcon={<Icon name="add" size={16} />}
          onClick={() => onChange([...steps, { relationType: 'Contains', entityTypes: [] }])}
        >
          {t('alias.addRelation')}
        </Button>
      </Box>
    </Box>
  );
}
