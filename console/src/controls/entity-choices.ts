import './texts/texts.ts';
import { type ChosenType, ENTITY_TRAITS, type OwnedType, type SharedType } from '@signalbox/contract/entity-traits';
import { NULL_UUID } from '@signalbox/contract/id';
import i18next from 'i18next';
import { ENTITY_KINDS, type EntityScope, type ListedEntity, nameOfEntity } from '../api/entity-kinds.ts';
import type { Choice, ChoicePage } from './choice.ts';

/** Choices that are read at once (specification §9); the next ones as the list is scrolled, or by typing. */
const PAGE_SIZE = 50;
/** Of dashboards, likewise. */
const DASHBOARD_PAGE_SIZE = 10;

/** A page of the entities whose name is like `textSearch`, in the order of their names, as far as they can be chosen. */
async function find(
  type: ChosenType,
  textSearch: string,
  page: number,
  scope: EntityScope,
): Promise<{ entities: ListedEntity[]; hasNext: boolean }> {
  const { nameProperty, find: findPage, isOffered = () => true } = ENTITY_KINDS[type];
  const pageSize = type === 'DASHBOARD' ? DASHBOARD_PAGE_SIZE : PAGE_SIZE;
  const { data, hasNext } = await findPage(
    { pageSize, page, textSearch, sortProperty: nameProperty, sortOrder: 'ASC' },
    scope,
  );
  return { entities: data.filter(isOffered), hasNext };
}

const choiceOf = (entity: ListedEntity): Choice => ({ id: entity.id.id, label: nameOfEntity(entity) });

/** Finds entities of a kind by name, in the order of their names. */
export function choicesOf(
  type: ChosenType,
  scope: EntityScope = {},
): (search: string, page: number) => Promise<ChoicePage> {
  return async (search, page) => {
    const { entities, hasNext } = await find(type, search, page, scope);
    return { choices: entities.map(choiceOf), hasNext };
  };
}

/** The name of an entity of which only the id is known. */
export function labelOf(type: ChosenType): (id: string) => Promise<string> {
  return async (id) => nameOfEntity(await ENTITY_KINDS[type].read(id));
}

/** The part of a form field or a filter that chooses an entity of a kind. */
export function pickerOf(type: ChosenType, scope: EntityScope = {}) {
  return {
    kind: 'picker' as const,
    load: choicesOf(type, scope),
    labelOf: labelOf(type),
    missing: i18next.t(`chooseOne.${type}`),
  };
}

/**
 * Finds entities of a kind that a customer does not have yet. Where an entity has one customer at most, those that
 * another one has are left out, unless `all` is set: then they come with the name of their customer.
 */
export async function assignableTo(
  type: (OwnedType | SharedType) & ChosenType,
  customerId: string,
  search: string,
  page: number,
  all = false,
): Promise<ChoicePage> {
  const isOwned = ENTITY_TRAITS[type].customer === 'owned';
  const { entities, hasNext } = await find(type, search, page, isOwned && !all ? { unassigned: true } : {});
  const has = (entity: ListedEntity) =>
    entity.customerId?.id === customerId ||
    entity.assignedCustomers?.some((customer) => customer.customerId.id === customerId);
  const choices = entities
    .filter((entity) => !has(entity))
    .map((entity) => {
      const { id, label } = choiceOf(entity);
      const isElsewhere = entity.customerId !== undefined && entity.customerId.id !== NULL_UUID;
      return { id, label: isOwned && isElsewhere ? `${label} (${entity.customerTitle ?? ''})` : label };
    });
  return { choices, hasNext };
}
