import { NULL_UUID } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { createBatchWriter } from '../../storage/batch-writer.ts';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { contains, rowOrder, type SortColumns } from '../../storage/paging.ts';
import { deleteRow } from '../../storage/replace-row.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import { CUSTOMER_JOIN, type ListedOrder } from '../paged-list-sql.ts';
import type { PagedLists } from '../paged-lists.ts';
import type { CustomerInfo, TypedEntity, TypedFilter, TypedRow, TypedTableKind } from './typed-entity.ts';

interface InfoColumns {
  customer_title: string | null;
  customer_is_public: boolean | null;
}

export interface TypedStoreParts<Entity extends TypedEntity, Row extends TypedRow> {
  db: Database;
  lists: PagedLists;
  kind: TypedTableKind;
  toEntity: (row: Row) => Entity;
  /** Values of the columns that only this kind has; the same columns for every entity. */
  ownValues: (entity: Entity) => Readonly<Record<string, unknown>>;
  /** Further properties that lists can be sorted by, in SQL on the row `e`. */
  ownOrders?: SortColumns;
}

const INFO_COLUMNS = sql`customer.title AS customer_title,
  (customer.additional_info ->> 'isPublic')::boolean AS customer_is_public`;
/** Sorts by a column of the customer. */
const CUSTOMER_TITLE = 'customerTitle';

/** Rows of the table of a kind. Every method takes the tenant it may look into. */
export function createTypedStore<Entity extends TypedEntity, Row extends TypedRow>(
  parts: TypedStoreParts<Entity, Row>,
) {
  const { db, lists, kind, toEntity, ownValues } = parts;
  const table = sql.table(kind.table);
  const orders: SortColumns = {
    createdTime: sql`e.created_time`,
    name: sql`lower(e.name)`,
    type: sql`lower(e.type)`,
    ...parts.ownOrders,
  };
  const infoOrders: SortColumns = { ...orders, [CUSTOMER_TITLE]: sql`lower(customer.title)` };

  /** Entities of one customer are not sorted by it. */
  function infoOrder(link: PageLink, { customerId }: TypedFilter): ListedOrder {
    const order = rowOrder(link, infoOrders);
    if (link.sortProperty !== CUSTOMER_TITLE) return order;
    return customerId ? { ...order, column: undefined } : { ...order, isByCustomer: true };
  }

  const valuesOf = (entity: Entity): Record<string, unknown> => ({
    customer_id: entity.customerId.id,
    name: entity.name,
    type: entity.type,
    additional_info: asJson(entity.additionalInfo),
    ...ownValues(entity),
  });

  const toInfo = (row: Row & InfoColumns): Entity & CustomerInfo => ({
    ...toEntity(row),
    customerTitle: row.customer_title,
    customerIsPublic: row.customer_is_public ?? false,
  });

  function whereOf(tenantId: string, { customerId, type }: TypedFilter, textSearch?: string): RawBuilder<SqlBool> {
    const all = [sql<SqlBool>`e.tenant_id = ${tenantId}`, contains(sql.ref('e.name'), textSearch)];
    if (customerId) all.push(sql`e.customer_id = ${customerId}`);
    if (type) all.push(sql`e.type = ${type}`);
    return sql.join(all, sql` AND `);
  }

  const listOf = (tenantId: string, { textSearch }: PageLink, filter: TypedFilter) => ({
    tenantId,
    table,
    where: whereOf(tenantId, filter, textSearch),
    isNarrow: Boolean(textSearch || filter.customerId || filter.type),
    isTogether: Boolean(filter.customerId || filter.type),
  });

  /** The customers of rows to be written are held, so that none is deleted meanwhile and leaves its entities behind. */
  const heldCustomer = (tenantId: string, customerId: string): RawBuilder<unknown> =>
    customerId === NULL_UUID
      ? sql`${NULL_UUID}::uuid`
      : sql`coalesce((SELECT customer.id FROM customer WHERE customer.tenant_id = ${tenantId}
          AND customer.id = ${customerId} FOR KEY SHARE), ${NULL_UUID}::uuid)`;

  /** Runs a statement, as part of a unit when one is given. */
  async function run<R>(statement: RawBuilder<R>, unit: UnitOfWork | undefined): Promise<R[]> {
    if (!unit) return (await statement.execute(db)).rows;
    const compiled = statement.compile(db);
    return (await unit.client.query(compiled.sql, [...compiled.parameters])).rows;
  }

  async function insertRows(entities: readonly Entity[], unit?: UnitOfWork): Promise<void> {
    const rows = entities.map((entity) => {
      const { customer_id: _, ...values } = valuesOf(entity);
      const columns = { id: entity.id.id, created_time: entity.createdTime, tenant_id: entity.tenantId.id, ...values };
      const customer = heldCustomer(entity.tenantId.id, entity.customerId.id);
      return { names: Object.keys(columns), values: sql`(${sql.join([...Object.values(columns), customer])})` };
    });
    const names = [...(rows[0]?.names ?? []), 'customer_id'].map((name) => sql.ref(name));
    await run(
      sql`INSERT INTO ${table} (${sql.join(names)}) VALUES ${sql.join(rows.map(({ values }) => values))}`,
      unit,
    );
  }

  const insertWithOthers = createBatchWriter<Entity>((entities) => insertRows(entities));

  return {
    async find(tenantId: string, id: string): Promise<Entity | undefined> {
      const { rows } = await sql<Row>`SELECT * FROM ${table} WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(db);
      return rows[0] && toEntity(rows[0]);
    },

    async findByName(tenantId: string, name: string): Promise<Entity | undefined> {
      const { rows } = await sql<Row>`SELECT * FROM ${table}
        WHERE tenant_id = ${tenantId} AND name = ${name}`.execute(db);
      return rows[0] && toEntity(rows[0]);
    },

    /** Entities of those names, in any order. */
    async findByNames(tenantId: string, names: readonly string[]): Promise<Entity[]> {
      const { rows } = await sql<Row>`SELECT * FROM ${table}
        WHERE tenant_id = ${tenantId} AND name = ANY(${names}::text[])`.execute(db);
      return rows.map(toEntity);
    },

    async findByIds(tenantId: string, ids: readonly string[]): Promise<Entity[]> {
      if (ids.length === 0) return [];
      const { rows } = await sql<Row>`SELECT * FROM ${table}
        WHERE tenant_id = ${tenantId} AND id = ANY(${ids}::uuid[])`.execute(db);
      return rows.map(toEntity);
    },

    async findInfo(tenantId: string, id: string): Promise<(Entity & CustomerInfo) | undefined> {
      const { rows } = await sql<Row & InfoColumns>`SELECT e.*, ${INFO_COLUMNS} FROM ${table} AS e ${CUSTOMER_JOIN}
        WHERE e.tenant_id = ${tenantId} AND e.id = ${id}`.execute(db);
      return rows[0] && toInfo(rows[0]);
    },

    async list(tenantId: string, link: PageLink, filter: TypedFilter): Promise<PageData<Entity>> {
      const list = { ...listOf(tenantId, link, filter), select: sql`e.*`, order: rowOrder(link, orders) };
      const page = await lists.select<Row>(link, list);
      return { ...page, data: page.data.map(toEntity) };
    },

    async listInfos(tenantId: string, link: PageLink, filter: TypedFilter): Promise<PageData<Entity & CustomerInfo>> {
      const page = await lists.select<Row & InfoColumns>(link, {
        ...listOf(tenantId, link, filter),
        select: sql`e.*, ${INFO_COLUMNS}`,
        joined: CUSTOMER_JOIN,
        order: infoOrder(link, filter),
      });
      return { ...page, data: page.data.map(toInfo) };
    },

    /** Types in use, sorted; those of one customer's entities when it is given. */
    async types(tenantId: string, customerId?: string): Promise<string[]> {
      if (customerId) {
        const { rows } = await sql<{ type: string }>`SELECT DISTINCT type FROM ${table} AS e
          WHERE ${whereOf(tenantId, { customerId })} ORDER BY type`.execute(db);
        return rows.map(({ type }) => type);
      }
      // From one to the next in the index of types, past all entities that have the same one.
      const first = (beyond: RawBuilder<unknown>) => sql`(SELECT type FROM ${table}
        WHERE tenant_id = ${tenantId} ${beyond} ORDER BY type LIMIT 1)`;
      const { rows } = await sql<{ type: string }>`WITH RECURSIVE known AS (
          SELECT ${first(sql``)} AS type
          UNION ALL SELECT ${first(sql`AND type > known.type`)} FROM known WHERE known.type IS NOT NULL
        ) SELECT type FROM known WHERE type IS NOT NULL`.execute(db);
      return rows.map(({ type }) => type);
    },

    /** Inserts an entity as part of a unit, or in a statement along with those of other callers. */
    insert: (entity: Entity, unit?: UnitOfWork): Promise<void> =>
      unit ? insertRows([entity], unit) : insertWithOthers(entity),

    /**
     * Replaces what clients own. A customer that is gone is nobody.
     * @returns the entity as it was right before; undefined when it is gone
     */
    async update(entity: Entity, unit?: UnitOfWork): Promise<Entity | undefined> {
      const { customer_id: _, ...values } = valuesOf(entity);
      const tenantId = entity.tenantId.id;
      const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      const statement = sql<Row>`
        WITH owner AS MATERIALIZED (SELECT ${heldCustomer(tenantId, entity.customerId.id)} AS id), before AS MATERIALIZED (
          SELECT * FROM ${table} WHERE tenant_id = ${tenantId} AND id = ${entity.id.id}
            AND (SELECT count(*) FROM owner) >= 0 FOR UPDATE
        ), changed AS (
          UPDATE ${table} AS current SET ${sql.join(changes)}, customer_id = (SELECT id FROM owner)
          FROM before WHERE current.id = before.id
        )
        SELECT * FROM before`;
      const rows = await run(statement, unit);
      return rows[0] && toEntity(rows[0]);
    },

    /** Deletes the row; returns the entity as it was, undefined when it is gone. */
    async delete(tenantId: string, id: string): Promise<Entity | undefined> {
      const row = await deleteRow(db, kind.table, sql<SqlBool>`tenant_id = ${tenantId} AND id = ${id}`);
      return row && toEntity(row as unknown as Row);
    },
  };
}

export type TypedStore<Entity extends TypedEntity> = ReturnType<typeof createTypedStore<Entity, TypedRow>>;
