import { isSameJson } from '../../editing/merge-json.ts';
import { CODE_PARTS, codeIn, type EditedType, kindIn, resourcesIn, sizeIn } from './edited-type.ts';

/** What a change is about. */
export type TypePart =
  | 'name'
  | 'description'
  | 'image'
  | 'kind'
  | 'size'
  | 'resources'
  | (typeof CODE_PARTS)[number]
  | 'defaultConfig'
  | 'other';

/** A part of a type that is different; both as texts to read, undefined where a text says nothing. */
export interface TypeChange {
  part: TypePart;
  before?: string;
  after?: string;
}

const SHOWN: ReadonlySet<string> = new Set([...CODE_PARTS, 'type', 'sizeX', 'sizeY', 'resources', 'defaultConfig']);

const othersIn = ({ descriptor }: EditedType) =>
  Object.fromEntries(Object.entries(descriptor).filter(([name]) => !SHOWN.has(name)));

const indented = (value: unknown): string => JSON.stringify(value, null, 2);

/** A configuration that can be read line by line; one that is no JSON, as it is. */
function configText(type: EditedType): string {
  const text = codeIn(type, 'defaultConfig');
  try {
    return indented(JSON.parse(text));
  } catch {
    return text;
  }
}

const sizeText = (type: EditedType): string => {
  const { sizeX, sizeY } = sizeIn(type);
  return `${sizeX} × ${sizeY}`;
};

/** What makes `after` of `before`, for people to read before they save. */
export function typeChanges(before: EditedType, after: EditedType): TypeChange[] {
  if (before === after) return [];
  const changes: TypeChange[] = [];
  const compare = (part: TypePart, old: string, now: string) => {
    if (old !== now) changes.push({ part, before: old, after: now });
  };
  compare('name', before.name, after.name);
  compare('description', before.description ?? '', after.description ?? '');
  if ((before.image ?? '') !== (after.image ?? '')) changes.push({ part: 'image' });
  if (before.descriptor === after.descriptor) return changes;
  compare('kind', kindIn(before), kindIn(after));
  compare('size', sizeText(before), sizeText(after));
  const [old, now] = [resourcesIn(before), resourcesIn(after)];
  if (!isSameJson(old, now)) compare('resources', indented(old), indented(now));
  for (const part of CODE_PARTS) compare(part, codeIn(before, part), codeIn(after, part));
  if (codeIn(before, 'defaultConfig') !== codeIn(after, 'defaultConfig')) {
    compare('defaultConfig', configText(before), configText(after));
  }
  const [oldRest, newRest] = [othersIn(before), othersIn(after)];
  if (!isSameJson(oldRest, newRest)) compare('other', indented(oldRest), indented(newRest));
  return changes;
}

/** Parts that paths in an edited type lead to, such as those that two people have changed. */
export function partsAt(paths: readonly (readonly string[])[]): TypePart[] {
  const parts = paths.map((path): TypePart => {
    const [first = '', second = ''] = path;
    if (first === 'name' || first === 'description' || first === 'image') return first;
    if (second === 'type') return 'kind';
    if (second === 'sizeX' || second === 'sizeY') return 'size';
    return SHOWN.has(second) ? (second as TypePart) : 'other';
  });
  return [...new Set(parts)];
}
