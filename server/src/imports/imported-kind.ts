import type { ImportedType } from '@signalbox/contract/bulk-import';
import type { EntityId } from '@signalbox/contract/id';
import type { EntityKind } from '../entities/entity-kind.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { ImportLine } from './import-line.ts';

/** What the importer needs to know of an entity of any kind. */
export interface ImportedEntity {
  id: EntityId;
  name: string;
  tenantId: EntityId;
  customerId: EntityId;
}

/** A member of an entity that a line sets; null: nothing, or nothing that is shown. */
export interface FieldChange {
  field: string;
  from: string | null;
  to: string | null;
}

/** What a line means for the entity of its name. */
export interface PlannedSave {
  /** The entity as it is; undefined: a new one. */
  known: ImportedEntity | undefined;
  /** What becomes different, without attributes and telemetry. */
  fields: FieldChange[];
  /** Stores it; calls at the same time share their statements where they can. @throws ApiError */
  save: () => Promise<ImportedEntity>;
  /** For dry runs: refuses what `save` would refuse, as far as that is known without writing. @throws ApiError */
  check?: () => Promise<void>;
  /** Name of a device profile that has to be made first. */
  newProfile?: string;
}

/** What is the same for all lines of an import. */
export interface ImportContext {
  user: SecurityUser;
  /** Entities that exist are changed; otherwise their lines fail. */
  update: boolean;
  /** Address of this server, without a slash at its end. */
  origin: string;
  /** Ids of credentials that lines so far claim → name of the device. */
  claimed: Map<string, string>;
}

/** A kind of entity that can be imported. */
export interface ImportedKind {
  kind: EntityKind<ImportedType>;
  /** Decides what lines do, all of different names: an outcome or an error for each, in their order. */
  plan(context: ImportContext, lines: readonly ImportLine[]): Promise<(PlannedSave | Error)[]>;
  /** Makes what several lines have in common, before they are saved. */
  prepare?(context: ImportContext, planned: readonly PlannedSave[]): Promise<void>;
}

/** Changes of texts, from what is there to what a line says; a line that says nothing leaves it. */
export function textChanges(texts: readonly (readonly [string, unknown, string | undefined])[]): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, before, to] of texts) {
    const from = before === undefined || before === null ? null : String(before);
    if (to !== undefined && to !== from) changes.push({ field, from, to });
  }
  return changes;
}

/** The same for what nobody but the entity itself has to know. */
export function secretChanges(secrets: readonly (readonly [string, string | null | undefined, string | undefined])[]) {
  return textChanges(secrets).map(({ field }): FieldChange => ({ field, from: null, to: null }));
}
