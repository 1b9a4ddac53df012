import type { ChosenType } from '@signalbox/contract/entity-traits';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ENTITY_KINDS } from '../api/entity-kinds.ts';
import type { EntityRef } from '../api/entity-ref.ts';
import { labelOf } from '../controls/entity-choices.ts';
import { EntityLink } from './entity-link.tsx';

/** The name of an entity of which only the id is known, with a link to it; its kind and id while it is not known. */
export function EntityName({ entityType, id }: EntityRef) {
  const { t } = useTranslation();
  const isNamed = entityType in ENTITY_KINDS;
  const { data } = useQuery({
    queryKey: ['entity name', entityType, id],
    queryFn: () => labelOf(entityType as ChosenType)(id),
    enabled: isNamed,
    staleTime: 60_000,
    retry: false,
  });
  const fallback = `${t(`entityType.${entityType}`)} ${id.slice(0, 8)}`;
  return <EntityLink entityType={entityType} id={id} name={data ?? fallback} color="var(--accent-text)" />;
}
