import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { WidgetType as StoredType } from '@signalbox/contract/widget';
import { type SystemType, systemTypeOf } from '../own-widgets/drawn-by.ts';
import { withinDrawings } from '../own-widgets/load-own-type.ts';
import { copiedWidgetType, ownWidgetType } from '../own-widgets/own-widget-type.ts';
import { probeType } from '../own-widgets/probe.ts';
import type { TypeAnswers } from '../own-widgets/protocol.ts';
import { codeOf, resourcesOf } from '../own-widgets/type-code.ts';
import { loadWidgetType } from '../widgets/registry.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import type { EditedType } from './model/edited-type.ts';

/** Where a type is, or will be. */
export interface TypePlace {
  bundleAlias: string;
  /** Null: it is not stored yet. */
  alias: string | null;
  isSystem: boolean;
}

/** What widgets of a type are drawn by. */
export interface EditedEntry {
  entry: WidgetType;
  /** What the type says of itself; undefined when its script fails, or the console draws it. */
  answers: TypeAnswers | undefined;
  /** The type of the system that the console draws in its place. */
  original: SystemType | undefined;
}

/** The entry of a type as it is edited, made as dashboards make that of a stored one. */
export async function entryOf(type: EditedType, place: TypePlace): Promise<EditedEntry> {
  const stored: StoredType = {
    id: entityId('WIDGET_TYPE', NULL_UUID),
    tenantId: entityId('TENANT', NULL_UUID),
    createdTime: 0,
    bundleAlias: place.bundleAlias,
    alias: place.alias ?? 'new',
    name: type.name,
    descriptor: type.descriptor,
  };
  const original = systemTypeOf(stored);
  const drawn = original && (await loadWidgetType(original));
  if (drawn) return { entry: copiedWidgetType(stored, drawn, original), answers: undefined, original };
  const answers = await probeType(codeOf(stored, place.isSystem), resourcesOf(stored));
  const within = await withinDrawings(stored);
  return { entry: ownWidgetType(stored, place.isSystem, answers, within), answers, original: undefined };
}
