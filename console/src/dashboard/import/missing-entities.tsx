import '../../entity-page/texts/texts.ts';
import './texts/texts.ts';
import { Box } from '@mui/material';
import { isUuid } from '@signalbox/contract/id';
import { useTranslation } from 'react-i18next';
import { findNamedEntities } from '../../api/entity-query.ts';
import type { Choice, ChoicePage } from '../../controls/choice.ts';
import { EntityPicker } from '../../controls/entity-picker.tsx';
import type { NamedByAlias } from '../import-aliases.ts';

/** Entities that are looked up at once. */
const LOOK_UP = 100;

/** Of what aliases name: whatever does not exist here, or is hidden from this user; failed look-ups do not count. */
export async function findMissing(named: readonly NamedByAlias[]): Promise<NamedByAlias[]> {
  const isThere = new Set<string>();
  const find = async (entityType: string, ids: readonly string[]) => {
    try {
      const filter = { type: 'entityList', entityType, entityList: ids };
      const { entities } = await findNamedEntities(filter, { pageSize: ids.length });
      for (const { id } of entities) isThere.add(`${entityType} ${id}`);
    } catch {
      for (const id of ids) isThere.add(`${entityType} ${id}`);
    }
  };
  const byType = Map.groupBy(named, ({ entityType }) => entityType);
  for (const [entityType, some] of byType) {
    // What is no id names nothing anywhere.
    const ids = [...new Set(some.map(({ entityId }) => entityId))].filter(isUuid);
    for (let at = 0; at < ids.length; at += LOOK_UP) await find(entityType, ids.slice(at, at + LOOK_UP));
  }
  return named.filter(({ entityType, entityId }) => !isThere.has(`${entityType} ${entityId}`));
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

/** The missing entities of a dashboard or widget, each with a choice of a replacement. */
export function MissingEntities(props: {
  missing: readonly NamedByAlias[];
  /** By their keys. */
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
        {missing.map(({ key, name, entityType }) => (
          <EntityPicker
            key={key}
            label={t('dashboard.import.inPlaceOf', { name, type: t(`entityType.${entityType}`) })}
            kind={`entities ${entityType}`}
            value={chosen[key] ?? null}
            placeholder={t('dashboard.import.leaveOpen')}
            load={(search, page) => choicesOf(entityType, search, page)}
            onChange={(choice) => {
              const { [key]: _, ...others } = chosen;
              props.onChange(choice ? { ...others, [key]: choice } : others);
            }}
          />
        ))}
      </Box>
    </Box>
  );
}
