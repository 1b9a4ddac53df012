import { childOf, parseXml, textOf, type XmlElement } from '../../../entities/resource/xml-tree.ts';
import { isId, VALUE_TYPES, type ValueType } from '../codecs/content.ts';

/** A resource as the model of its object describes it. */
export interface ResourceModel {
  id: number;
  /** undefined: it has no value, it is executed. */
  type: ValueType | undefined;
  multiple: boolean;
}

/** An object of one version. */
export interface ObjectModel {
  id: number;
  version: string;
  /** id → resource */
  resources: ReadonlyMap<number, ResourceModel>;
}

/** More than any object of OMA has. */
const MAX_RESOURCES = 2000;
/** Types of models that are values of another one here. */
const ALIASES: ReadonlyMap<string, ValueType> = new Map([
  ['UNSIGNED INTEGER', 'INTEGER'],
  ['CORELNK', 'STRING'],
]);

function typeNamed(name: string): ValueType | undefined {
  const upper = name.toUpperCase();
  return VALUE_TYPES.find((type) => type === upper) ?? ALIASES.get(upper);
}

function resourceOf(item: XmlElement): ResourceModel {
  return {
    id: Number(item.attributes.ID),
    type: typeNamed(textOf(item, 'Type')),
    multiple: textOf(item, 'MultipleInstances') === 'Multiple',
  };
}

/**
 * Reads what the description of an object (OMA DDF) says of its resources.
 * @throws Error when it is not one
 */
export async function readObjectModel(source: string): Promise<ObjectModel> {
  const root = await parseXml(source);
  const object = root.name === 'Object' ? root : childOf(root, 'Object');
  const id = Number(textOf(object, 'ObjectID'));
  if (!object || !isId(id)) throw new Error('there is no object with an id');
  const items = childOf(object, 'Resources')?.children ?? [];
  const resources = items.slice(0, MAX_RESOURCES).map(resourceOf);
  return {
    id,
    version: textOf(object, 'ObjectVersion') || '1.0',
    resources: new Map(resources.filter((resource) => isId(resource.id)).map((resource) => [resource.id, resource])),
  };
}
