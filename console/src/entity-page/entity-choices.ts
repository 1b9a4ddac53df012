import { type ChosenType, ENTITY_TRAITS, type OwnedType, type SharedType } from '@signalbox/contract/entity-traits';
import { NULL_UUID } from '@signalbox/contract/id';
import { ENTITY_KINDS, type EntityScope, type ListedEntity, nameOfEntity } from '../api/entity-kinds.ts';
import type { Choice } from '../controls/entity-picker.tsx';

/** Choices that are shown at once; the others are found by typing. */
const PAGE_SIZE = 50;

async function find(type: ChosenType, textSearch: string, scope: EntityScope): Promise<readonly ListedEntity[]> {
  const { nameProperty, find: findPage, isOffered = () => true } = ENTITY_KINDS[type];
  const page = await findPage(
    { pageSize: PAGE_SIZE, page: 0, textSearch, sortProperty: nameProperty, sortOrder: 'ASC' },
    scope,
  );
  return page.data.filter(isOffered);
}

const choiceOf = (entity: ListedEntity): Choice => ({ id: entity.id.id, label: nameOfEntity(entity) });

/** Finds entities of a kind by name, in the order of their names. */
export function choicesOf(type: ChosenType, scope: EntityScope = {}): (search: string) => Promise<Choice[]> {
  return async (search) => (await find(type, search, scope)).map(choiceOf);
}

/** The name of an entity of which only the id is known. */
export function labelOf(type: ChosenType): (id: string) => Promise<string> {
  return async (id) => nameOfEntity(await ENTITY_KINDS[type].read(id));
}

/** The part of a form field or a filter that chooses an entity of a kind. */
export function pickerOf(type: ChosenType, scope: EntityScope = {}) {
  return { kind: 'picker' as const, load: choicesOf(type, scope), labelOf: labelOf(type) };
}

/**
 * Finds entities of a kind that a customer does not have yet. Where an entity has one customer at most, those that
 * another one has are left out, unless `all` is set: then they come with the name of their customer.
 */
export async function assignableTo(
  type: (OwnedType | SharedType) & ChosenType,
  customerId: string,
  search: string,
  all = false,
): Promise<Choice[]> {
  const isOwned = ENTITY_TRAITS[type].customer === 'owned';
  const entities = await find(type, search, isOwned && !all ? { unassigned: true } : {});
  const has = (entity: ListedEntity) =>
    entity.customerId?.id === customerId ||
    entity.assignedCustomers?.some((customer) => customer.customerId.id === customerId);
  return entities
    .filter((entity) => !has(entity))
    .map((entity) => {
      const { id, label } = choiceOf(entity);
      const isElsewhere = entity.customerId !== undefined && entity.customerId.id !== NULL_UUID;
      return { id, label: isOwned && isElsewhere ? `${label} (${entity.customerTitle ?? ''})` : label };
    });
}
