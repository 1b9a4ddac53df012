import './texts/texts.ts';
import { Box } from '@mui/material';
import { entityTypesWith } from '@signalbox/contract/entity-traits';
import type { EntityType } from '@signalbox/contract/id';
import { useTranslation } from 'react-i18next';
import type { FieldProblems } from '../controls/key-filters/compared-value-input.tsx';
import { EntityTypeSelect } from '../controls/pickers/entity-type-pickers.tsx';
import { RelationTypeInput } from '../controls/pickers/relation-type-input.tsx';
import { SubtypeListInput, SubtypeSelect } from '../controls/pickers/subtype-pickers.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import {
  type AliasFilter,
  isRooted,
  isSearchFilter,
  isTypedFilter,
  NAME_MEMBERS,
  SEARCHED,
  TYPED,
  TYPES_MEMBERS,
} from './alias-filter.ts';
import { EntityChoice } from './entity-choice.tsx';
import { EntityListChoice } from './entity-list-choice.tsx';
import { RelationSteps, WalkFields } from './walk-fields.tsx';

interface FilterProps {
  filter: AliasFilter;
  problems: FieldProblems;
  /** Only entities of these kinds. */
  entityTypes: readonly string[] | undefined;
  onChange: (filter: AliasFilter) => void;
}

/** Kinds that lists, names and types choose from: those whose entities a tenant has many of. */
const LISTED_TYPES: readonly EntityType[] = entityTypesWith('isQueried').filter(
  (type) => type !== 'TENANT' && type !== 'API_USAGE_STATE',
);

function KindSelect({ filter, entityTypes, onChange }: FilterProps) {
  const { t } = useTranslation();
  const value = (filter.entityType ?? 'DEVICE') as EntityType;
  const offered = LISTED_TYPES.filter((type) => entityTypes?.includes(type) ?? true);
  return (
    <EntityTypeSelect
      label={t('alias.kind')}
      types={[...new Set([...offered, value])]}
      value={value}
      onChange={(entityType) =>
        onChange({ ...filter, entityType, ...(filter.type === 'entityList' ? { entityList: [] } : {}) })
      }
    />
  );
}

/** The entity of the state, and the one that stands for it while there is none. */
function StateEntityFields({ filter, entityTypes, onChange }: FilterProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('alias.stateParam')}
        help={t('alias.stateParamHelp')}
        value={filter.stateEntityParamName ?? ''}
        onChange={(event) => onChange({ ...filter, stateEntityParamName: event.target.value || null })}
      />
      <EntityChoice
        label={t('alias.defaultEntity')}
        help={t('alias.defaultEntityHelp')}
        value={filter.defaultStateEntity}
        entityTypes={isRooted(filter.type) ? undefined : entityTypes}
        onChange={(defaultStateEntity) => onChange({ ...filter, defaultStateEntity })}
      />
    </>
  );
}

function SearchFields(props: FilterProps) {
  const { t } = useTranslation();
  const { filter, problems, onChange } = props;
  const { type } = filter;
  return (
    <>
      <SwitchInput
        label={t('alias.rootIsState')}
        checked={filter.rootStateEntity === true}
        onChange={(rootStateEntity) => onChange({ ...filter, rootStateEntity })}
      />
      {filter.rootStateEntity === true ? (
        <StateEntityFields {...props} />
      ) : (
        <Box data-field="filter.rootEntity">
          <EntityChoice
            label={t('alias.root')}
            required
            value={filter.rootEntity}
            error={problems['filter.rootEntity']}
            onChange={(rootEntity) => onChange({ ...filter, rootEntity })}
          />
        </Box>
      )}
      <WalkFields filter={filter} onChange={onChange} />
      {isSearchFilter(type) ? (
        <>
          <RelationTypeInput
            value={filter.relationType ?? ''}
            placeholder={t('alias.anyType')}
            onChange={(relationType) => onChange({ ...filter, relationType })}
          />
          <SubtypeListInput
            entityType={SEARCHED[type]}
            placeholder={t('alias.anyType')}
            value={(filter[TYPES_MEMBERS[type]] ?? []) as readonly string[]}
            onChange={(types) => onChange({ ...filter, [TYPES_MEMBERS[type]]: [...types] })}
          />
        </>
      ) : (
        <RelationSteps steps={filter.filters ?? []} onChange={(filters) => onChange({ ...filter, filters })} />
      )}
    </>
  );
}

/** The fields of a filter, by its type. */
export function AliasFilterFields(props: FilterProps) {
  const { t } = useTranslation();
  const { filter, problems, onChange, entityTypes } = props;
  const { type } = filter;
  if (isTypedFilter(type)) {
    const nameMember = NAME_MEMBERS[type];
    return (
      <>
        <Box data-field={`filter.${type}`}>
          <SubtypeSelect
            entityType={TYPED[type]}
            required
            value={String(filter[type] ?? '')}
            error={problems[`filter.${type}`]}
            onChange={(chosen) => onChange({ ...filter, [type]: chosen })}
          />
        </Box>
        <TextInput
          label={t('alias.nameBeginsWith')}
          value={String(filter[nameMember] ?? '')}
          onChange={(event) => onChange({ ...filter, [nameMember]: event.target.value })}
        />
      </>
    );
  }
  if (isRooted(type)) return <SearchFields {...props} />;
  switch (type) {
    case 'singleEntity':
      return (
        <Box data-field="filter.singleEntity">
          <EntityChoice
            label={t('alias.entity')}
            required
            value={filter.singleEntity}
            entityTypes={entityTypes}
            error={problems['filter.singleEntity']}
            onChange={(singleEntity) => onChange({ ...filter, singleEntity })}
          />
        </Box>
      );
    case 'entityList':
      return (
        <>
          <KindSelect {...props} />
          <Box data-field="filter.entityList">
            <EntityListChoice
              label={t('alias.entities')}
              required
              entityType={(filter.entityType ?? 'DEVICE') as EntityType}
              value={filter.entityList ?? []}
              error={problems['filter.entityList']}
              onChange={(entityList) => onChange({ ...filter, entityList })}
            />
          </Box>
        </>
      );
    case 'entityName':
      return (
        <>
          <KindSelect {...props} />
          <Box data-field="filter.entityNameFilter">
            <TextInput
              label={t('alias.nameBeginsWith')}
              required
              value={filter.entityNameFilter ?? ''}
              error={problems['filter.entityNameFilter']}
              onChange={(event) => onChange({ ...filter, entityNameFilter: event.target.value })}
            />
          </Box>
        </>
      );
    case 'entityType':
      return <KindSelect {...props} />;
    case 'stateEntity':
      return <StateEntityFields {...props} />;
    default:
      return null;
  }
}
