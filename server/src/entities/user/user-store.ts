import type { Authority } from '@signalbox/contract/authority';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { SERVER_OWNED_USER_KEYS, type User } from '@signalbox/contract/user';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { contains, rowOrder, type SortColumns } from '../../storage/paging.ts';
import { deleteRow, replaceRow } from '../../storage/replace-row.ts';
import type { AppUserTable } from '../../storage/schema.ts';
import type { PagedLists } from '../paged-lists.ts';

/** What a list of users can be limited to. */
export interface UserFilter {
  customerId?: string | undefined;
  authority?: Authority | undefined;
}

const SORT_COLUMNS: SortColumns = {
  createdTime: sql`e.created_time`,
  email: sql`lower(e.email)`,
  name: sql`lower(e.email)`,
  firstName: sql`lower(e.first_name)`,
  lastName: sql`lower(e.last_name)`,
  authority: sql`e.authority`,
};

/** `additionalInfo` without what only the server may write; null stays null, and so is what has no keys to add to. */
export function clientInfoOf(info: Record<string, unknown> | null): Record<string, unknown> | null {
  if (info === null || typeof info !== 'object' || Array.isArray(info)) return null;
  const kept = { ...info };
  for (const key of SERVER_OWNED_USER_KEYS) delete kept[key];
  return kept;
}

/** What a user needs besides its row of `app_user`. */
const NO_SIGN_IN = {
  enabled: null,
  suspended: null,
  failed_login_attempts: null,
  last_login_time: null,
  activated: false,
};

/** Holds the user's tenant and customer, so that neither can be deleted and leave the user behind. False: one is gone. */
async function holdOwners(transaction: Database, user: User): Promise<boolean> {
  for (const { entityType, id } of [user.tenantId, user.customerId]) {
    if (id === NULL_UUID) continue;
    const owner = sql.table(entityType === 'TENANT' ? 'tenant' : 'customer');
    const held = await sql`SELECT id FROM ${owner} WHERE id = ${id} FOR KEY SHARE`.execute(transaction);
    if (held.rows.length === 0) return false;
  }
  return true;
}

/** A row of `app_user` as the user it holds, without what is known of signing in. */
export function toUserItself(row: Selectable<AppUserTable>): User {
  return {
    id: entityId('USER', row.id),
    createdTime: row.created_time,
    additionalInfo: row.additional_info,
    tenantId: entityId('TENANT', row.tenant_id),
    customerId: entityId('CUSTOMER', row.customer_id),
    email: row.email,
    authority: row.authority as Authority,
    firstName: row.first_name,
    lastName: row.last_name,
    name: row.email,
  };
}

/** Rows of `app_user`. Every method takes the tenant it may look into; NULL_UUID is the system itself. */
export function createUserStore(db: Database, lists: PagedLists) {
  const users = () =>
    db
      .selectFrom('app_user')
      .leftJoin('user_credentials', 'user_credentials.user_id', 'app_user.id')
      .selectAll('app_user')
      .select([
        'user_credentials.enabled',
        'user_credentials.failed_login_attempts',
        'user_credentials.last_login_time',
        'user_credentials.suspended',
        sql<boolean>`user_credentials.activate_token IS NULL`.as('activated'),
      ]);
  type Row = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>;

  /** With the three server-owned keys that clients of 3.3.2 read. */
  function toUser(row: Row): User {
    const failures = row.failed_login_attempts ?? 0;
    // Before activation it can only sign in by an identity provider: whether it may is known once it has, or may not.
    const mayBeKnown = row.activated || row.last_login_time !== null || row.suspended === true;
    const maySignIn = row.enabled === true || (!row.activated && row.suspended === false);
    const signIn = {
      ...(row.last_login_time === null ? {} : { lastLoginTs: row.last_login_time }),
      ...(row.last_login_time === null && failures === 0 ? {} : { failedLoginAttempts: failures }),
      ...(row.enabled !== null && mayBeKnown ? { userCredentialsEnabled: maySignIn } : {}),
    };
    const user = toUserItself(row);
    const hasSignIn = Object.keys(signIn).length > 0;
    return hasSignIn ? { ...user, additionalInfo: { ...user.additionalInfo, ...signIn } } : user;
  }

  function toRow(user: User) {
    const info = clientInfoOf(user.additionalInfo);
    return {
      id: user.id.id,
      created_time: user.createdTime,
      tenant_id: user.tenantId.id,
      customer_id: user.customerId.id,
      authority: user.authority,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      additional_info: asJson(info),
    };
  }

  async function countWhere(condition: RawBuilder<SqlBool>): Promise<number> {
    const row = await db
      .selectFrom('app_user')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(condition)
      .executeTakeFirstOrThrow();
    return Number(row.total);
  }

  return {
    async find(tenantId: string, id: string): Promise<User | undefined> {
      const row = await users()
        .where('app_user.tenant_id', '=', tenantId)
        .where('app_user.id', '=', id)
        .executeTakeFirst();
      return row && toUser(row);
    },

    /** Of any tenant: for a system administrator, whose permission is checked by the caller. */
    async findOfAnyTenant(id: string): Promise<User | undefined> {
      const row = await users().where('app_user.id', '=', id).executeTakeFirst();
      return row && toUser(row);
    },

    /** E-mails are unique over all tenants. */
    async findByEmail(email: string): Promise<User | undefined> {
      const row = await users().where('app_user.email', '=', email).executeTakeFirst();
      return row && toUser(row);
    },

    async list(tenantId: string, link: PageLink, filter: UserFilter): Promise<PageData<User>> {
      const { customerId, authority } = filter;
      const conditions = [sql<SqlBool>`e.tenant_id = ${tenantId}`, contains(sql.ref('e.email'), link.textSearch)];
      if (customerId) conditions.push(sql<SqlBool>`e.customer_id = ${customerId}`);
      if (authority) conditions.push(sql<SqlBool>`e.authority = ${authority}`);
      const page = await lists.select<Row>(link, {
        tenantId,
        table: sql`app_user`,
        select: sql`e.*, user_credentials.enabled, user_credentials.failed_login_attempts,
          user_credentials.last_login_time, user_credentials.suspended,
          user_credentials.activate_token IS NULL AS activated`,
        joined: sql`LEFT JOIN user_credentials ON user_credentials.user_id = e.id`,
        where: sql<SqlBool>`${sql.join(conditions, sql` AND `)}`,
        isNarrow: Boolean(link.textSearch || customerId || authority),
        order: rowOrder(link, SORT_COLUMNS),
      });
      return { ...page, data: page.data.map(toUser) };
    },

    /** Users of all kinds of a tenant. */
    count: (tenantId: string): Promise<number> => countWhere(sql<SqlBool>`app_user.tenant_id = ${tenantId}`),

    /**
     * @param together what belongs to the user and is stored in the same transaction: its credentials
     * @returns false when the tenant or the customer is gone
     */
    async insert(user: User, together: (transaction: Database) => Promise<void>): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        if (!(await holdOwners(transaction, user))) return false;
        await transaction.insertInto('app_user').values(toRow(user)).execute();
        await together(transaction);
        return true;
      });
    },

    /**
     * Replaces the user.
     * @returns the user as it was right before, without its sign-in; undefined when it or its customer is gone
     */
    async update(user: User): Promise<User | undefined> {
      const { id, tenant_id, ...values } = toRow(user);
      return db.transaction().execute(async (transaction) => {
        if (!(await holdOwners(transaction, user))) return undefined;
        const isIt = sql<SqlBool>`tenant_id = ${tenant_id} AND id = ${id}`;
        const before = await replaceRow(transaction, 'app_user', isIt, values);
        return before && toUser({ ...before, ...NO_SIGN_IN });
      });
    },

    /** Deletes the user; returns it as it was, without its sign-in, undefined when it is gone. */
    async delete(tenantId: string, id: string): Promise<User | undefined> {
      const row = await deleteRow(db, 'app_user', sql<SqlBool>`tenant_id = ${tenantId} AND id = ${id}`);
      return row && toUser({ ...row, ...NO_SIGN_IN });
    },

    countSystemAdministrators: (): Promise<number> => countWhere(sql<SqlBool>`app_user.tenant_id = ${NULL_UUID}`),
  };
}

export type UserStore = ReturnType<typeof createUserStore>;
