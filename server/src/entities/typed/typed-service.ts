import { type EntityId, entityId, NULL_UUID, nullId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { CONTAINS_RELATION, type RelationParameters } from '@signalbox/contract/relation';
import { unlessBlank } from '@signalbox/contract/text';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { isPermitted, type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import { requireEntity } from '../../access/require-entity.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound, isUniqueViolation, notFound, permissionDenied } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import { deleteOwned } from '../delete-owned.ts';
import { labelOf, titleOf } from '../entity-kind.ts';
import type { Relations } from '../relations.ts';
import type { TenantLimits } from '../tenant-limits.ts';
import type { CustomerInfo, TypedEntity, TypedFilter, TypedTableKind } from './typed-entity.ts';
import type { TypedStore } from './typed-store.ts';

/** What clients send of an entity. */
export interface TypedInput {
  id?: EntityId | null | undefined;
  customerId: EntityId<'CUSTOMER'>;
  name: string | null;
  type: string | null;
  additionalInfo: Record<string, unknown> | null;
}

/** What all kinds complete in the same way. */
export type TypedBase = Omit<TypedEntity, 'id'>;

export interface TypedServiceParts<Entity extends TypedEntity, Input extends TypedInput> {
  kind: TypedTableKind;
  store: TypedStore<Entity>;
  directory: EntityDirectory;
  relations: Pick<Relations, 'search'>;
  limits: TenantLimits;
  actionLog: ActionLog;
  liveBus: LiveBus;
  /**
   * Adds what only this kind has.
   * @param before the entity as it is; undefined for a new one
   * @throws ApiError 400 / 31 for input that is not valid
   */
  complete: (
    user: SecurityUser,
    id: string,
    base: TypedBase,
    input: Input,
    before: Entity | undefined,
  ) => Entity | Promise<Entity>;
  /** Further constraints of the table that hold something unique, with what the client is told. */
  conflicts?: Readonly<Record<string, string>>;
  /**
   * Stores the entity in a transaction with what belongs to it; absent: there is nothing else.
   * @param known the entity as it was read; undefined for a new one
   * @param store writes the row as part of the unit; returns what it replaces
   * @returns the same
   */
  storing?: (
    entity: Entity,
    known: Entity | undefined,
    store: (unit: UnitOfWork) => Promise<Entity | undefined>,
  ) => Promise<Entity | undefined>;
  /** The entity as a user sees it, where that depends on the user. */
  shownTo?: (user: SecurityUser, entity: Entity) => Entity;
}

/** Entities with a name, a type and at most one customer: who may do what with them, what makes one valid, whom to tell. */
export function createTypedService<Entity extends TypedEntity, Input extends TypedInput>(
  parts: TypedServiceParts<Entity, Input>,
) {
  const { kind, store, directory, relations, limits, actionLog, liveBus } = parts;
  const { entityType } = kind;
  const label = labelOf(kind);
  const shownTo = parts.shownTo ?? ((_user, entity) => entity);

  /** The entity if `user` may do `operation` with it. A foreign tenant's entity does not exist for the caller. */
  async function require(user: SecurityUser, id: string, operation: Operation): Promise<Entity> {
    const entity = await store.find(user.tenantId, id);
    if (!entity) throw entityNotFound(label, id);
    requirePermission(user, entityType, operation, ownerOf(entity));
    return entity;
  }

  function announce(action: 'created' | 'updated' | 'deleted', entity: Entity): void {
    liveBus.publish({ kind: 'entity', action, tenantId: entity.tenantId.id, entityId: entity.id });
  }

  async function requireCustomerLists(user: SecurityUser, customerId: string): Promise<void> {
    const customer = await directory.find(entityId('CUSTOMER', customerId));
    if (!customer || customer.tenantId !== user.tenantId) throw entityNotFound('Customer', customerId);
    requirePermission(user, 'CUSTOMER', 'READ', customer);
  }

  const canRead = (user: SecurityUser, entity: Entity): boolean =>
    isPermitted(user, entityType, 'READ', ownerOf(entity));

  /** The entity as it will be stored: input checked and completed, server-owned fields kept. */
  async function complete(user: SecurityUser, input: Input, before: Entity | undefined): Promise<Entity> {
    const name = unlessBlank(input.name);
    if (!name) throw badRequest(`${label} name should be specified!`);
    const type = unlessBlank(input.type);
    if (!type) throw badRequest(`${titleOf(kind)} type should be specified!`);
    const { customerId } = input;
    if (customerId.id !== NULL_UUID && customerId.id !== before?.customerId.id) {
      const customer = await directory.find(customerId);
      if (!customer) throw badRequest(`Can't assign ${kind.noun} to non-existent customer!`);
      if (customer.tenantId !== user.tenantId) {
        throw badRequest(`Can't assign ${kind.noun} to customer from different tenant!`);
      }
    }
    const { id, createdTime } = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
    const base: TypedBase = {
      createdTime,
      additionalInfo: input.additionalInfo,
      tenantId: entityId('TENANT', user.tenantId),
      customerId,
      name,
      type,
    };
    return parts.complete(user, id, base, input, before);
  }

  async function replace(entity: Entity, unit?: UnitOfWork): Promise<Entity> {
    const before = await store.update(entity, unit);
    if (!before) throw entityNotFound(label, entity.id.id);
    return before;
  }

  /** Stores an entity; returns what it replaces, undefined for a new one. */
  async function storeEntity(entity: Entity, known: Entity | undefined): Promise<Entity | undefined> {
    const write = async (unit?: UnitOfWork): Promise<Entity | undefined> => {
      if (known) return replace(entity, unit);
      await store.insert(entity, unit);
      return undefined;
    };
    const all = () => (parts.storing ? parts.storing(entity, known, write) : write());
    return known ? all() : limits.withRoom(entity.tenantId.id, kind, all);
  }

  /** A violated uniqueness constraint as a client error. */
  const conflicts = Object.entries({
    [`${kind.table}_tenant_id_name_key`]: `${label} with such name already exists!`,
    ...parts.conflicts,
  });
  const asConflict = (error: unknown): unknown => {
    const conflict = conflicts.find(([constraint]) => isUniqueViolation(error, constraint));
    return conflict ? badRequest(conflict[1]) : error;
  };

  /** Creates an entity, or replaces the one that has been read. */
  async function saveOver(user: SecurityUser, input: Input, known: Entity | undefined): Promise<Entity> {
    if (known) requirePermission(user, entityType, 'WRITE', ownerOf(known));
    else requirePermission(user, entityType, 'CREATE');
    // Only administrators decide whose an entity is.
    if (known && user.authority === 'CUSTOMER_USER' && input.customerId.id !== known.customerId.id) {
      throw permissionDenied();
    }
    let entity: Entity | undefined;
    let before: Entity | undefined;
    try {
      const completed = await complete(user, input, known);
      entity = completed;
      before = await storeEntity(completed, known);
    } catch (error) {
      const failure = asConflict(error);
      await actionLog.record({
        user,
        type: known ? 'UPDATED' : 'ADDED',
        entityId: known?.id ?? nullId(entityType),
        entityName: input.name,
        data: { entity: entity ?? input },
        error: failure,
      });
      throw failure;
    }
    announce(before ? 'updated' : 'created', entity);
    await actionLog.record({
      user,
      type: before ? 'UPDATED' : 'ADDED',
      entityId: entity.id,
      entityName: entity.name,
      customerId: entity.customerId.id,
      data: { entity },
      before: before ?? null,
      message: { type: before ? 'ENTITY_UPDATED' : 'ENTITY_CREATED', data: entity },
    });
    return shownTo(user, entity);
  }

  return {
    require,

    async read(user: SecurityUser, id: string): Promise<Entity> {
      return shownTo(user, await require(user, id, 'READ'));
    },

    async readInfo(user: SecurityUser, id: string): Promise<Entity & CustomerInfo> {
      const info = await store.findInfo(user.tenantId, id);
      if (!info) throw entityNotFound(label, id);
      requirePermission(user, entityType, 'READ', ownerOf(info));
      return { ...info, ...shownTo(user, info) };
    },

    async readNamed(user: SecurityUser, name: string): Promise<Entity> {
      const entity = await store.findByName(user.tenantId, name);
      if (!entity) throw notFound();
      requirePermission(user, entityType, 'READ', ownerOf(entity));
      return shownTo(user, entity);
    },

    async list(user: SecurityUser, link: PageLink, filter: TypedFilter): Promise<PageData<Entity>> {
      if (filter.customerId) await requireCustomerLists(user, filter.customerId);
      const page = await store.list(user.tenantId, link, filter);
      return { ...page, data: page.data.map((entity) => shownTo(user, entity)) };
    },

    /** @param unassigned only those that no customer has */
    async listInfos(
      user: SecurityUser,
      link: PageLink,
      filter: TypedFilter,
      unassigned = false,
    ): Promise<PageData<Entity & CustomerInfo>> {
      if (filter.customerId) await requireCustomerLists(user, filter.customerId);
      const of = unassigned ? { ...filter, customerId: NULL_UUID } : filter;
      const page = await store.listInfos(user.tenantId, link, of);
      return { ...page, data: page.data.map((info) => ({ ...info, ...shownTo(user, info) })) };
    },

    /** Entities of those ids that the user may read. */
    async findByIds(user: SecurityUser, ids: readonly string[]): Promise<Entity[]> {
      const found = await store.findByIds(user.tenantId, ids);
      return found.filter((entity) => canRead(user, entity)).map((entity) => shownTo(user, entity));
    },

    /** Entities of some types that are related to another one; no list of types is an error, an empty one matches none. */
    async search(
      user: SecurityUser,
      parameters: RelationParameters,
      relationType: string | null | undefined,
      types: readonly string[] | null | undefined,
    ): Promise<Entity[]> {
      if (!types) throw notFound();
      await requireEntity(directory, user, entityId(parameters.rootType, parameters.rootId), 'READ');
      const filter = { relationType: relationType ?? CONTAINS_RELATION, entityTypes: [entityType] };
      const found = await relations.search(parameters, [filter]);
      const ids = found.filter((one) => one.entityType === entityType).map(({ id }) => id);
      const entities = await store.findByIds(user.tenantId, ids);
      return entities
        .filter((entity) => types.includes(entity.type) && canRead(user, entity))
        .map((entity) => shownTo(user, entity));
    },

    types: (user: SecurityUser): Promise<string[]> =>
      store.types(user.tenantId, user.authority === 'CUSTOMER_USER' ? user.customerId : undefined),

    /** Creates an entity, or replaces it when the input has an id. */
    async save(user: SecurityUser, input: Input): Promise<Entity> {
      return saveOver(user, input, input.id ? await require(user, input.id.id, 'WRITE') : undefined);
    },

    /**
     * For imports, which read many entities at a time: creates an entity or replaces the one that is known. New ones at
     * the same time share their statements.
     */
    saveOver,

    /** Refuses what `saveOver` would refuse, as far as that is known without writing. @throws ApiError */
    async check(user: SecurityUser, input: Input, known: Entity | undefined): Promise<void> {
      await complete(user, input, known);
    },

    /** Entities of the user's tenant by their names, in any order; whole, as they are stored. */
    async findByNames(user: SecurityUser, names: readonly string[]): Promise<Entity[]> {
      return (await store.findByNames(user.tenantId, names)).filter((entity) => canRead(user, entity));
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      await deleteOwned({
        actionLog,
        kind,
        label,
        user,
        known: await require(user, id, 'DELETE'),
        remove: store.delete,
        onDeleted: (entity) => announce('deleted', entity),
      });
    },
  };
}

export type TypedService<Entity extends TypedEntity, Input extends TypedInput> = ReturnType<
  typeof createTypedService<Entity, Input>
>;
