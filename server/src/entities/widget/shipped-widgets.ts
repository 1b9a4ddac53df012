import { createHash } from 'node:crypto';
import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import { newEntityId } from '../../storage/ids.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { type ShippedBundle, type ShippedCatalogue, type ShippedType, shippedCatalogue } from './shipped-catalogue.ts';

/** Any number, the same for all servers of an installation. */
const LOCK = 5_118_011;

/** Hash of what a bundle or a type consists of, as it is shipped or as it is stored. */
const hashOf = (...content: unknown[]): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

const bundleHash = ({ title, description, image }: Pick<ShippedBundle, 'title' | 'description' | 'image'>): string =>
  hashOf(title, description, image);

const typeHash = ({ name, description, image, descriptor }: Omit<ShippedType, 'alias'>): string =>
  hashOf(name, description, image, descriptor);

/** A bundle has the empty alias here. */
const placeOf = (bundleAlias: string, alias = ''): string => JSON.stringify([bundleAlias, alias]);

/** What has been shipped of a bundle or type. */
interface Shipped {
  bundleAlias: string;
  /** Empty: the bundle itself. */
  alias: string;
  hash: string;
}

function newRow(): { id: string; created_time: number } {
  const { id, createdTime } = newEntityId();
  return { id, created_time: createdTime };
}

/** The steps on one connection, within the transaction that has the lock. */
function createSteps(client: pg.PoolClient) {
  return {
    /** Place of a bundle or type → hash of what was shipped last. */
    async shipped(): Promise<Map<string, string>> {
      const { rows } = await client.query<{ bundle_alias: string; alias: string; hash: string }>(
        'SELECT bundle_alias, alias, hash FROM shipped_widget',
      );
      return new Map(rows.map((row) => [placeOf(row.bundle_alias, row.alias), row.hash]));
    },

    async insertBundles(bundles: readonly ShippedBundle[]): Promise<void> {
      await client.query(
        `INSERT INTO widgets_bundle (id, created_time, tenant_id, alias, title, image, description)
         SELECT id, created_time, $1, alias, title, image, description FROM json_to_recordset($2)
           AS shipped (id uuid, created_time bigint, alias text, title text, image text, description text)
         ON CONFLICT (tenant_id, alias) DO NOTHING`,
        [NULL_UUID, JSON.stringify(bundles.map(({ types: _, ...bundle }) => ({ ...bundle, ...newRow() })))],
      );
    },

    /** Leaves those out whose bundle has been deleted. */
    async insertTypes(types: readonly (ShippedType & { bundleAlias: string })[]): Promise<void> {
      await client.query(
        `INSERT INTO widget_type
           (id, created_time, tenant_id, bundle_alias, alias, name, image, description, descriptor)
         SELECT id, created_time, $1, bundle_alias, alias, name, image, description, descriptor
         FROM json_to_recordset($2) AS shipped (id uuid, created_time bigint, bundle_alias text, alias text, name text,
           image text, description text, descriptor json)
         WHERE bundle_alias IN (SELECT alias FROM widgets_bundle WHERE tenant_id = $1)
         ON CONFLICT (tenant_id, bundle_alias, alias) DO NOTHING`,
        [
          NULL_UUID,
          JSON.stringify(
            types.map(({ bundleAlias, ...type }) => ({ ...type, bundle_alias: bundleAlias, ...newRow() })),
          ),
        ],
      );
    },

    /** Unless it is no longer what was shipped: somebody has changed or deleted it. */
    async updateBundle({ alias, title, image, description }: ShippedBundle, shippedHash: string): Promise<void> {
      const { rows } = await client.query<Pick<ShippedBundle, 'title' | 'description' | 'image'>>(
        'SELECT title, description, image FROM widgets_bundle WHERE tenant_id = $1 AND alias = $2 FOR UPDATE',
        [NULL_UUID, alias],
      );
      if (!rows[0] || bundleHash(rows[0]) !== shippedHash) return;
      await client.query(
        'UPDATE widgets_bundle SET title = $3, image = $4, description = $5 WHERE tenant_id = $1 AND alias = $2',
        [NULL_UUID, alias, title, image, description],
      );
    },

    /** Unless it is no longer what was shipped. */
    async updateType(bundleAlias: string, type: ShippedType, shippedHash: string): Promise<void> {
      const where = 'tenant_id = $1 AND bundle_alias = $2 AND alias = $3';
      const place = [NULL_UUID, bundleAlias, type.alias];
      const { rows } = await client.query<Omit<ShippedType, 'alias'>>(
        `SELECT name, description, image, descriptor FROM widget_type WHERE ${where} FOR UPDATE`,
        place,
      );
      if (!rows[0] || typeHash(rows[0]) !== shippedHash) return;
      await client.query(
        `UPDATE widget_type SET name = $4, image = $5, description = $6, descriptor = $7 WHERE ${where}`,
        [...place, type.name, type.image, type.description, JSON.stringify(type.descriptor)],
      );
    },

    async remember(shipped: readonly Shipped[]): Promise<void> {
      await client.query(
        `INSERT INTO shipped_widget (bundle_alias, alias, hash)
         SELECT "bundleAlias", alias, hash FROM json_to_recordset($1)
           AS shipped ("bundleAlias" text, alias text, hash text)
         ON CONFLICT (bundle_alias, alias) DO UPDATE SET hash = excluded.hash`,
        [JSON.stringify(shipped)],
      );
    },
  };
}

const storedFingerprint = async (client: pg.Pool | pg.PoolClient): Promise<string | undefined> =>
  (await client.query<{ fingerprint: string }>('SELECT fingerprint FROM shipped_catalogue')).rows[0]?.fingerprint;

/**
 * Brings the system's bundles and widget types to what this release ships: adds what it has not shipped before, and
 * updates what is still as it was shipped. What system administrators have changed stays as it is, and what they have
 * deleted stays deleted. Several servers may do so at once. One query where the catalogue is the same as at the last
 * start.
 */
export async function updateShippedWidgets(
  pool: pg.Pool,
  catalogue: ShippedCatalogue = shippedCatalogue,
): Promise<void> {
  const [fingerprint, stored] = await Promise.all([catalogue.fingerprint(), storedFingerprint(pool)]);
  if (fingerprint === stored) return;
  const bundles = await catalogue.load();
  await inTransaction(pool, async ({ client }) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    if ((await storedFingerprint(client)) === fingerprint) return;
    const steps = createSteps(client);
    const shipped = await steps.shipped();
    const newBundles: ShippedBundle[] = [];
    const newTypes: (ShippedType & { bundleAlias: string })[] = [];
    const changed: Shipped[] = [];
    for (const bundle of bundles) {
      const hash = bundleHash(bundle);
      const known = shipped.get(placeOf(bundle.alias));
      if (known === undefined) newBundles.push(bundle);
      else if (known !== hash) await steps.updateBundle(bundle, known);
      if (known !== hash) changed.push({ bundleAlias: bundle.alias, alias: '', hash });
      for (const type of bundle.types) {
        const newHash = typeHash(type);
        const oldHash = shipped.get(placeOf(bundle.alias, type.alias));
        if (oldHash === newHash) continue;
        if (oldHash === undefined) newTypes.push({ ...type, bundleAlias: bundle.alias });
        else await steps.updateType(bundle.alias, type, oldHash);
        changed.push({ bundleAlias: bundle.alias, alias: type.alias, hash: newHash });
      }
    }
    await steps.insertBundles(newBundles);
    await steps.insertTypes(newTypes);
    await steps.remember(changed);
    await client.query(
      `INSERT INTO shipped_catalogue (fingerprint) VALUES ($1)
       ON CONFLICT (is_only) DO UPDATE SET fingerprint = excluded.fingerprint`,
      [fingerprint],
    );
  });
}
