import { useEntitiesOf } from './current-entities.ts';
import type { StateEntity, StateParams, StateStep } from './states.ts';

/** The entities of a step: its own and those of named parameters. */
function entitiesOf(params: StateParams): StateEntity[] {
  const nested = Object.values(params).filter(
    (value): value is StateEntity => typeof value === 'object' && value !== null && 'entityId' in value,
  );
  return [params, ...nested];
}

function withoutName(entity: StateEntity): boolean {
  return Boolean(entity.entityId?.id && !entity.entityName);
}

/**
 * The steps with the names of their entities: a link may name an entity by its id alone. An entity that cannot be read
 * stays without a name.
 */
export function useNamedSteps(steps: readonly StateStep[]): readonly StateStep[] {
  const unnamed = steps.flatMap((step) => entitiesOf(step.params).filter(withoutName));
  const { data } = useEntitiesOf(unnamed.map(({ entityId }) => ({ type: 'singleEntity', singleEntity: entityId })));
  if (unnamed.length === 0) return steps;
  const names = new Map(data?.flatMap((entity) => (entity ? [[entity.id, entity] as const] : [])));
  const named = <Entity extends StateEntity>(entity: Entity): Entity => {
    const known = withoutName(entity) ? names.get(entity.entityId?.id ?? '') : undefined;
    return known ? { ...entity, entityName: known.name, entityLabel: known.label } : entity;
  };
  return steps.map((step) => ({
    ...step,
    params: named(
      Object.fromEntries(
        Object.entries(step.params).map(([name, value]) => [
          name,
          typeof value === 'object' && value !== null && 'entityId' in value ? named(value as StateEntity) : value,
        ]),
      ),
    ),
  }));
}
