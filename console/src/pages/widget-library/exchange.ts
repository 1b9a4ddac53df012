import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';

/** Largest file that is read, bytes. */
export const MAX_LIBRARY_BYTES = 10 * 1024 * 1024;
/** Of a picture, as the server has it. */
const MAX_IMAGE_LENGTH = 1_000_000;
const MAX_TEXT_LENGTH = 255;

/** A type as files have it. What is in its descriptor is for those who draw it, and kept whoever that is. */
export type TypeFile = Pick<WidgetTypeDetails, 'name' | 'image' | 'description' | 'descriptor'> & {
  /** Null: one is made from the name. */
  alias: string | null;
};

/** A bundle as files have it, with its types in order. */
export interface BundleFile {
  widgetsBundle: Pick<WidgetsBundle, 'title' | 'image' | 'description'> & { alias: string | null };
  widgetTypes: TypeFile[];
}

/** Why a file cannot be imported: the key of the text, and what stands in it. */
interface FileProblem {
  key: string;
  values?: Readonly<Record<string, string | number>>;
}

export type FileResult<Content> = { content: Content } | { problem: FileProblem };

type Loose = Readonly<Record<string, unknown>>;

/** Ends the reading of a file. */
class Unfit extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem.key);
    this.problem = problem;
  }
}

const fail = (key: string, values?: FileProblem['values']): never => {
  throw new Unfit(values ? { key, values } : { key });
};

function objectAt(value: unknown, member: string): Loose {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Loose;
  return fail(value === undefined ? 'widgetLibrary.file.needed' : 'widgetLibrary.file.notObject', { member });
}

/** A text that may be missing. */
function textAt(source: Loose, name: string, at: string, max: number = MAX_TEXT_LENGTH): string | null {
  const value = source[name] ?? null;
  const member = at + name;
  if (value === null) return null;
  if (typeof value !== 'string') return fail('widgetLibrary.file.notText', { member });
  if (value.length > max) return fail('widgetLibrary.file.tooLong', { member, max });
  return value;
}

function neededText(source: Loose, name: string, at: string): string {
  const text = textAt(source, name, at)?.trim();
  return text ? text : fail('widgetLibrary.file.needed', { member: at + name });
}

const describedAt = (source: Loose, at: string) => ({
  image: textAt(source, 'image', at, MAX_IMAGE_LENGTH),
  description: textAt(source, 'description', at),
});

function typeAt(value: unknown, at: string): TypeFile {
  const source = at === '' ? (value as Loose) : objectAt(value, at);
  const before = at === '' ? '' : `${at}.`;
  const alias = textAt(source, 'alias', before);
  const name = neededText(source, 'name', before);
  const described = describedAt(source, before);
  const member = `${before}descriptor`;
  const descriptor = objectAt(source.descriptor, member);
  if (Object.keys(descriptor).length === 0) return fail('widgetLibrary.file.needed', { member });
  return { alias, name, ...described, descriptor: descriptor as Record<string, unknown> };
}

function read<Content>(text: string, content: (source: Loose) => Content): FileResult<Content> {
  let source: unknown;
  try {
    source = JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : '';
    return { problem: { key: 'widgetLibrary.file.notJson', values: { detail } } };
  }
  try {
    if (typeof source !== 'object' || source === null || Array.isArray(source)) fail('widgetLibrary.file.unknown');
    const found = source as Loose;
    if ('ruleChain' in found) fail('widgetLibrary.file.isRuleChain');
    if ('configuration' in found && 'title' in found) fail('widgetLibrary.file.isDashboard');
    return { content: content(found) };
  } catch (error) {
    if (error instanceof Unfit) return { problem: error.problem };
    throw error;
  }
}

/** Reads the text of an exported bundle. */
export function readBundleFile(text: string): FileResult<BundleFile> {
  return read(text, (source) => {
    if (!('widgetsBundle' in source)) {
      if ('descriptor' in source) fail('widgetLibrary.file.isType');
      fail('widgetLibrary.file.notBundle');
    }
    const bundle = objectAt(source.widgetsBundle, 'widgetsBundle');
    const at = 'widgetsBundle.';
    const alias = textAt(bundle, 'alias', at);
    const title = neededText(bundle, 'title', at);
    const types = source.widgetTypes;
    if (types === undefined) fail('widgetLibrary.file.needed', { member: 'widgetTypes' });
    if (!Array.isArray(types)) return fail('widgetLibrary.file.notList', { member: 'widgetTypes' });
    const widgetTypes = types.map((type, index) => typeAt(type, `widgetTypes[${index}]`));
    const known = new Set<string>();
    for (const [index, { alias: one }] of widgetTypes.entries()) {
      if (one !== null && known.has(one)) {
        fail('widgetLibrary.file.twice', { member: `widgetTypes[${index}].alias`, value: one });
      }
      if (one !== null) known.add(one);
    }
    return { widgetsBundle: { alias, title, ...describedAt(bundle, at) }, widgetTypes };
  });
}

/** Reads the text of an exported type. */
export function readTypeFile(text: string): FileResult<TypeFile> {
  return read(text, (source) => {
    if ('widgetsBundle' in source) fail('widgetLibrary.file.isBundle');
    if (!('descriptor' in source)) fail('widgetLibrary.file.notType');
    return typeAt(source, '');
  });
}

/** A type as it is written to a file: without what belongs to this installation. */
export function exportedType({ alias, name, image, description, descriptor }: WidgetTypeDetails): TypeFile {
  return { alias, name, image, description, descriptor };
}

/** A bundle as it is written to a file, its types oldest first. */
export function exportedBundle(bundle: WidgetsBundle, types: readonly WidgetTypeDetails[]): BundleFile {
  const { alias, title, image, description } = bundle;
  return {
    widgetsBundle: { alias, title, image, description },
    widgetTypes: types.toSorted((one, other) => one.createdTime - other.createdTime).map(exportedType),
  };
}
