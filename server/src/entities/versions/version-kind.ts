import { createHash } from 'node:crypto';
import { sortedJson } from '@signalbox/contract/sorted-json';
import type { VersionCause } from '@signalbox/contract/version';
import type { SecurityUser } from '../../http/security-user.ts';

const DAY = 24 * 3_600_000;
/** ms for which something that was deleted can be restored */
export const KEPT_FOR = 30 * DAY;

/** Something of which versions are kept. */
export interface Kept<Content> {
  id: string;
  tenantId: string;
  name: string;
  /** epoch ms */
  createdTime: number;
  /** What its versions hold. */
  content: Content;
}

/** Where versions of a kind of things are kept. */
export interface VersionTables {
  /** Of versions. */
  versions: string;
  /** Of what they hold, once for all versions of a thing that hold the same. */
  contents: string;
  /** Of things that were deleted. */
  deleted: string;
  /** The column of versions and contents with the id of the thing. */
  id: string;
}

/** How much is kept. */
export interface VersionBounds {
  /** ms for which everything stays that was in force. */
  traced: number;
  /** What versions of a tenant take, in bytes, before the oldest ones go. */
  maxBytes: number;
  /** The same of one thing; undefined: only the tenant counts. */
  maxBytesEach?: number;
  /** Whether what is in force counts too. */
  countsInForce: boolean;
  /** Versions that go at a time to make room. */
  removedAtOnce: number;
  /** Refuses saves where what may not go takes far too much; undefined: none. */
  refusal?: string;
}

export interface VersionKind<Content> {
  tables: VersionTables;
  bounds: VersionBounds;
  /** Any number, the same for all servers of an installation. */
  lock: number;
  /** Equal for equal contents, and only for them. */
  stateOf(content: Content): string;
  /** Whether there is nothing of which a version is worth it. */
  isEmpty(content: Content): boolean;
  /** Further columns of a version: name → value. */
  columns(content: Content, before: Content | undefined): Readonly<Record<string, string | number>>;
}

/** Who saves; undefined: the platform. */
export type Author = Pick<SecurityUser, 'userId' | 'email'> | undefined;

export interface VersionStep {
  author: Author;
  cause: VersionCause;
  /** Number of the version that is repeated. */
  restored?: number;
}

/** A row of versions, without what a kind adds. */
export interface VersionRow {
  number: number;
  created_time: number;
  until_time: number | null;
  user_id: string | null;
  user_name: string | null;
  cause: VersionCause;
  restored: number | null;
  name: string;
  state: string;
}

/** SHA-256 of anything that JSON can hold, in hexadecimal digits; the order of members does not count. */
export const stateOfJson = (content: unknown): string => createHash('sha256').update(sortedJson(content)).digest('hex');
