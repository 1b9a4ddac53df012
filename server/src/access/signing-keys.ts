import { randomBytes } from 'node:crypto';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';

/** Row of `admin_setting` that holds the keys. Never readable through the settings API. */
export const SIGNING_KEYS_SETTING = 'signingKeys';

/** HS512 wants at least 64 bytes. */
const KEY_BYTES = 64;

interface StoredKey {
  /** Stands as `kid` in the header of the tokens it signed. */
  id: string;
  /** base64 */
  secret: string;
  /** Epoch ms. */
  createdTime: number;
}

export interface SigningKey {
  id: string;
  secret: Uint8Array;
}

/**
 * The keys that sign tokens: made at the first start, kept in the database. The newest signs; older ones verify until
 * every token they signed has expired.
 * @param longestLifetime s, of the longest-lived token
 */
export async function createSigningKeys(settings: AdminSettingStore, longestLifetime: number) {
  let stored = await settings.putIfAbsent<StoredKey[]>(SIGNING_KEYS_SETTING, [newKey()]);
  /** key id → key */
  let keys = byId(stored);

  return {
    /** The key that signs new tokens. */
    current(): SigningKey {
      return keys.get((stored[0] as StoredKey).id) as SigningKey;
    },

    find: (id: string | undefined): SigningKey | undefined => keys.get(id ?? ''),

    /** Signs with a new key from now on. Tokens of earlier keys stay valid until they expire. */
    async rotate(): Promise<void> {
      // A key signs until its successor is created, so the successor's age decides when its last tokens have expired.
      const stillVerifying = stored.filter((_key, at) => {
        const successor = stored[at - 1];
        return successor === undefined || successor.createdTime + longestLifetime * 1000 > Date.now();
      });
      const next = [newKey(), ...stillVerifying];
      await settings.put(SIGNING_KEYS_SETTING, next);
      stored = next;
      keys = byId(next);
    },
  };
}

export type SigningKeys = Awaited<ReturnType<typeof createSigningKeys>>;

function newKey(): StoredKey {
  return {
    id: randomBytes(6).toString('hex'),
    secret: randomBytes(KEY_BYTES).toString('base64'),
    createdTime: Date.now(),
  };
}

function byId(stored: StoredKey[]): Map<string, SigningKey> {
  return new Map(stored.map(({ id, secret }) => [id, { id, secret: Buffer.from(secret, 'base64') }]));
}
