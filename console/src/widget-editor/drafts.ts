import { type AnyDraft, createDrafts } from '../editing/drafts.ts';
import type { EditedKind, Stored } from '../editing/use-edited.ts';
import { isObject } from '../schema-form/settings-schema.ts';
import type { EditedType } from './model/edited-type.ts';
import { type TypeChange, typeChanges } from './model/type-changes.ts';

/** A widget type as it was edited and not saved, when the tab was closed. */
export interface TypeDraft extends AnyDraft {
  /** As it was stored when the editing began. */
  base: Stored<EditedType>;
  content: EditedType;
}

const isType = (value: unknown): boolean =>
  isObject(value) && typeof value.name === 'string' && isObject(value.descriptor);

const drafts = createDrafts('signalbox-widget-type-draft ', 'signalbox-widget-type-drafts', (stored) => {
  const draft = stored as TypeDraft | undefined;
  return draft && isType(draft.content) && isType(draft.base?.content) ? draft : undefined;
});

export const findTypeDraft = drafts.find;

export const TYPES: EditedKind<EditedType, TypeChange> = {
  channel: 'signalbox-widget-type-tabs',
  changesBetween: typeChanges,
  keepDraft: (id, base, content) => drafts.keep(id, { base, content, savedAt: Date.now() }),
  dropDraft: drafts.drop,
};
