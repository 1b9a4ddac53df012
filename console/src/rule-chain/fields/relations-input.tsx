import { Box, Button, IconButton, MenuItem } from '@mui/material';
import { ENTITY_TYPES } from '@signalbox/contract/id';
import type { RelationsSetting } from '@signalbox/contract/rule-nodes/settings';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { EntityTypeList } from '../../controls/pickers/entity-type-pickers.tsx';
import { RelationTypeInput } from '../../controls/pickers/relation-type-input.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { SwitchInput } from '../../controls/switch-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';

/** Kinds of entity that relations lead to. */
const RELATED_TYPES = ENTITY_TYPES.filter((type) =>
  ['TENANT', 'CUSTOMER', 'USER', 'DASHBOARD', 'ASSET', 'DEVICE', 'ENTITY_VIEW', 'EDGE', 'RULE_CHAIN'].includes(type),
);

/** What both walks along relations have in common. */
type Walk = Pick<RelationsSetting, 'direction' | 'maxLevel' | 'fetchLastLevelOnly'>;

const EMPTY: RelationsSetting = { direction: 'FROM', maxLevel: 1, fetchLastLevelOnly: false, filters: [] };

/** Direction and distance of a walk. */
export function WalkFields<Value extends Walk>(props: {
  value: Value;
  disabled: boolean;
  onChange: (value: Value) => void;
}) {
  const { t } = useTranslation();
  const { value, disabled, onChange } = props;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
      <SelectInput
        label={t('rules.relations.direction')}
        value={value.direction}
        disabled={disabled}
        onChange={(direction) => onChange({ ...value, direction: direction as Walk['direction'] })}
      >
        <MenuItem value="FROM">{t('rules.relations.FROM')}</MenuItem>
        <MenuItem value="TO">{t('rules.relations.TO')}</MenuItem>
      </SelectInput>
      <TextInput
        label={t('rules.relations.levels')}
        help={t('rules.relations.levelsHelp')}
        type="number"
        disabled={disabled}
        value={value.maxLevel > 0 ? String(value.maxLevel) : ''}
        inputProps={{ min: 1 }}
        onChange={(event) => onChange({ ...value, maxLevel: Math.max(0, Math.trunc(Number(event.target.value)) || 0) })}
      />
      <SwitchInput
        label={t('rules.relations.lastOnly')}
        checked={value.fetchLastLevelOnly}
        disabled={disabled}
        sx={{ gridColumn: '1 / -1' }}
        onChange={(checked) => onChange({ ...value, fetchLastLevelOnly: checked })}
      />
    </Box>
  );
}

/** A walk along relations: direction, distance, and which relations to which kinds of entity. */
export function RelationsInput(props: {
  label: string;
  value: RelationsSetting | null;
  disabled: boolean;
  onChange: (value: RelationsSetting) => void;
}) {
  const { t } = useTranslation();
  const { disabled, onChange } = props;
  const value = props.value ?? EMPTY;
  const filters = value.filters;
  const setFilter = (index: number, change: Partial<(typeof filters)[number]>) =>
    onChange({ ...value, filters: filters.map((one, at) => (at === index ? { ...one, ...change } : one)) });
  return (
    <Box component="fieldset" sx={{ border: '1px solid var(--line)', borderRadius: '6px', p: 3, m: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ fontSize: 13, fontWeight: 550, px: 1 }}>
        {props.label}
      </Box>
      <WalkFields value={value} disabled={disabled} onChange={onChange} />
      {filters.map((filter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no other identity
        <Box key={index} sx={{ display: 'flex', gap: 2, mt: 3, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 2 }}>
            <RelationTypeInput
              value={filter.relationType ?? ''}
              disabled={disabled}
              onChange={(relationType) => setFilter(index, { relationType })}
            />
            <EntityTypeList
              label={t('rules.relations.types')}
              types={RELATED_TYPES}
              value={filter.entityTypes}
              disabled={disabled}
              onChange={(entityTypes) => setFilter(index, { entityTypes: [...entityTypes] })}
            />
          </Box>
          <IconButton
            size="small"
            disabled={disabled}
            aria-label={t('rules.relations.removeFilter', { line: index + 1 })}
            onClick={() => onChange({ ...value, filters: filters.filter((_one, at) => at !== index) })}
          >
            <Icon name="close" size={16} />
          </IconButton>
        </Box>
      ))}
      <Button
        size="small"
        sx={{ mt: 2 }}
        disabled={disabled}
        startIcon={<Icon name="add" size={16} />}
        onClick={() => onChange({ ...value, filters: [...filters, { relationType: 'Contains', entityTypes: [] }] })}
      >
        {t('rules.relations.addFilter')}
      </Button>
    </Box>
  );
}
