import { Link } from '@mui/material';
import type { ChosenType } from '@signalbox/contract/entity-traits';
import { Link as RouterLink } from 'react-router';
import { ENTITY_KINDS } from '../api/entity-kinds.ts';
import type { EntityRef } from '../api/entity-ref.ts';

/** The page of an entity; undefined for kinds without one. */
function addressOf({ entityType, id }: EntityRef): string | undefined {
  const kind = entityType in ENTITY_KINDS ? ENTITY_KINDS[entityType as ChosenType] : undefined;
  return kind && 'path' in kind ? `${kind.path}/${id}` : undefined;
}

/** The name of an entity, which leads to its page where it has one. */
export function EntityLink({ name, color = 'inherit', ...entity }: EntityRef & { name: string; color?: string }) {
  const address = addressOf(entity);
  if (!address) return name;
  return (
    <Link component={RouterLink} to={address} color={color} underline="hover">
      {name}
    </Link>
  );
}
