import type { Lwm2mObject } from '@signalbox/contract/resource';
import { childOf, parseXml, textOf, type XmlElement } from './xml-tree.ts';

/** What a file says of an object. */
export interface Lwm2mModel {
  /** `<object>_<version>` */
  key: string;
  name: string;
  objectId: number;
  version: string;
  object: Lwm2mObject;
}

const MAX_ID = 65_535;

function idOf(text: string | undefined): number {
  const id = /^\d{1,5}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (!(id <= MAX_ID)) throw new Error('an id is missing or out of range');
  return id;
}

/** `Battery Level` → `batteryLevel`: what values of a resource are called at first. */
export function keyNameOf(name: string): string {
  const words = name.replace(/[-_]/g, ' ').toLowerCase().split(/\s+/).filter(Boolean);
  return words.map((word, place) => (place === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

function resourceOf(item: XmlElement): Lwm2mObject['instances'][number]['resources'][number] {
  const name = textOf(item, 'Name');
  const chosen = { observe: false, attribute: false, telemetry: false };
  return { id: idOf(item.attributes.ID), name, ...chosen, keyName: keyNameOf(name) };
}

/**
 * Reads the description of an object as OMA publishes them (LwM2M DDF), the first one of the file. Only resources that
 * can be read are in the result.
 * @throws Error when it is not such a file
 */
export async function parseLwm2mModel(source: string): Promise<Lwm2mModel> {
  const root = await parseXml(source);
  const object = root.name === 'Object' ? root : childOf(root, 'Object');
  const name = textOf(object, 'Name');
  if (!object || !name) throw new Error('there is no object with a name');
  const objectId = idOf(textOf(object, 'ObjectID'));
  const version = textOf(object, 'ObjectVersion') || '1.0';
  if (!/^\d{1,5}(\.\d{1,5})?$/.test(version)) throw new Error('the version is not one');
  const items = childOf(object, 'Resources')?.children ?? [];
  const resources = items
    .filter((item) => item.name === 'Item' && textOf(item, 'Operations').includes('R'))
    .map(resourceOf);
  const key = `${objectId}_${version}`;
  return {
    key,
    name,
    objectId,
    version,
    object: {
      id: objectId,
      keyId: key,
      name,
      multiple: textOf(object, 'MultipleInstances') === 'Multiple',
      mandatory: textOf(object, 'Mandatory') === 'Mandatory',
      instances: [{ id: 0, resources }],
    },
  };
}
