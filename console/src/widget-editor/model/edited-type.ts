import { WIDGET_KINDS, type WidgetKind } from '@signalbox/contract/widget';
import type { WidgetTypeContent } from '@signalbox/contract/widget-type-version';
import { isObject } from '../../schema-form/settings-schema.ts';
import type { WidgetConfig } from '../../widgets/model.ts';

/** A widget type as it is edited: all that a save replaces. Members of its descriptor that nobody knows stay. */
export type EditedType = WidgetTypeContent;

/** Parts of a descriptor that are texts with a language of their own. */
export const CODE_PARTS = [
  'templateHtml',
  'templateCss',
  'controllerScript',
  'settingsSchema',
  'dataKeySettingsSchema',
] as const;
export type CodePart = (typeof CODE_PARTS)[number];

/** A file that widgets of a type need. */
export interface EditedResource {
  url: string;
  /** Loaded as an ECMAScript module. */
  isModule: boolean;
}

/** Limits of the server and of 3.3.2. */
export const MAX_NAME = 255;
export const MAX_DESCRIPTION = 255;
/** Cells of a dashboard. */
export const MAX_SIZE = 24;

/** All that a save replaces of something that has it. */
export const toEditedType = ({ name, image, description, descriptor }: EditedType): EditedType => ({
  name,
  image,
  description,
  descriptor,
});

/** The code of a part; other platforms may have stored an object, which is JSON here. */
export function codeIn({ descriptor }: EditedType, part: CodePart | 'defaultConfig'): string {
  const value = descriptor[part];
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}

/** A type that shows nothing that we know is static. */
export function kindIn({ descriptor }: EditedType): WidgetKind {
  return WIDGET_KINDS.find((kind) => kind === descriptor.type) ?? 'static';
}

function cells(value: unknown, otherwise: number): number {
  const number = Number(value);
  return number > 0 ? Math.min(MAX_SIZE, number) : otherwise;
}

/** How many cells of a dashboard a new widget takes; halves occur. */
export const sizeIn = ({ descriptor }: EditedType): { sizeX: number; sizeY: number } => ({
  sizeX: cells(descriptor.sizeX, 8),
  sizeY: cells(descriptor.sizeY, 6),
});

export function resourcesIn({ descriptor: { resources } }: EditedType): EditedResource[] {
  return (Array.isArray(resources) ? resources : []).map((item: unknown) => {
    const { url, isModule } = isObject(item) ? item : {};
    return { url: typeof url === 'string' ? url : '', isModule: isModule === true };
  });
}

/** The configuration of a new widget; an empty one where it cannot be read. */
export function configIn(type: EditedType): WidgetConfig {
  try {
    const config: unknown = JSON.parse(codeIn(type, 'defaultConfig') || '{}');
    return isObject(config) ? config : {};
  } catch {
    return {};
  }
}

/** Replaces members of the descriptor. */
export function withDescriptor(type: EditedType, members: Readonly<Record<string, unknown>>): EditedType {
  return { ...type, descriptor: { ...type.descriptor, ...members } };
}

export const withConfig = (type: EditedType, config: WidgetConfig): EditedType =>
  withDescriptor(type, { defaultConfig: JSON.stringify(config) });
