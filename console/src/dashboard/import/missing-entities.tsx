import '../../entity-page/texts/texts.ts';
import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { findNamedEntities } from '../../api/entity-query.ts';
import type { Choice, ChoicePage } from '../../controls/choice.ts';
import { EntityPicker } from '../../controls/entity-picker.tsx';
import type { SingleAlias } from '../import-aliases.ts';

/** The aliases whose entity does not exist here or is hidden from this user; failed look-ups do not count. */
export async function findMissing(aliases: readonly SingleAlias[]): Promise<SingleAlias[]> {
  const found = await Promise.all(
    aliases.map(({ entityType, entityId }) =>
      findNamedEntities({ type: 'singleEntity', singleEntity: { entityType, id: entityId } }).then(
        ({ total }) => total > 0,
        () => true,
      ),
    ),
  );
  return aliases.filter((_, index) => !found[index]);
}

/** Entities that are read at once. */
const PAGE_SIZE = 50;

async function choicesOf(entityType: string, search: string, page: number): Promise<ChoicePage> {
  const { entities, total } = await findNamedEntities(
    { type: 'entityType', entityType },
    { sortBy: 'name', pageSize: PAGE_SIZE, page, search },
  );
  return { choices: entities.map(({ id, name }) => ({ id, label: name })), hasNext: total > (page + 1) * PAGE_SIZE };
}

/** The missing entities of a dashboard, each with a choice of a replacement. */
export function MissingEntities(props: {
  missing: readonly SingleAlias[];
  /** By alias id. */
  chosen: Readonly<Record<string, Choice>>;
  onChange: (chosen: Readonly<Record<string, Choice>>) => void;
}) {
  const { t } = useTranslation();
  const { missing, chosen } = props;
  return (
    <Box component="section" aria-label={t('dashboard.import.missing', { count: missing.length })} sx={{ mt: 4 }}>
      <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
        {t('dashboard.import.missing', { count: missing.length })}
      </Box>
      <Box sx={{ color: 'text.secondary', mb: 3, mt: 1 }}>{t('dashboard.import.missingText')}</Box>
      <Box sx={{ display: 'grid', gap: 3 }}>
        {missing.map(({ aliasId, name, entityType }) => (
          <EntityPicker
            key={aliasId}
            label={t('dashboard.import.inPlaceOf', { name, type: t(`entityType.${entityType}`) })}
            kind={`entities ${entityType}`}
            value={chosen[aliasId] ?? null}
            placeholder={t('dashboard.import.leaveOpen')}
            load={(search, page) => choicesOf(entityType, search, page)}
            onChange={(choice) => {
              const { [aliasId]: _, ...others } = chosen;
              props.onChange(choice ? { ...others, [aliasId]: choice } : others);
            }}
          />
        ))}
      </Box>
    </Box>
  );
}
