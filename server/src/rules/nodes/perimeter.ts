import { type GpsPerimeter, RANGE_UNITS, type RangeUnit } from '@signalbox/contract/rule-nodes/gps-perimeter';
import type { Message } from '../../messages/message.ts';
import { objectOf } from './payload.ts';

/** A place on the Earth, in degrees. */
interface Position {
  latitude: number;
  longitude: number;
}

type Perimeter = (position: Position) => boolean;

/** km */
const EARTH_RADIUS = 6371.0087714;

/** Prepares the check whether the position of a message is within the perimeter of a node, or of the message. */
export function preparePerimeter(configuration: GpsPerimeter): (message: Message) => boolean {
  const fixed = configuration.fetchPerimeterInfoFromMessageMetadata ? undefined : perimeterOfNode(configuration);
  return (message) => {
    const payload = objectOf(message.data);
    const position = {
      latitude: coordinate(configuration.latitudeKeyName, payload, message.metadata),
      longitude: coordinate(configuration.longitudeKeyName, payload, message.metadata),
    };
    const isInside = fixed ?? perimeterOfMessage(message.metadata);
    return isInside(position);
  };
}

function coordinate(key: string, payload: Record<string, unknown>, metadata: Record<string, string>): number {
  const own = Object.hasOwn(payload, key) ? payload[key] : undefined;
  const value = own === undefined || own === null || typeof own === 'object' ? metadata[key] : own;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (number === undefined) throw new Error(`Neither payload nor metadata has ${key}`);
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new Error(`The value of ${key} is not a number`);
  return number;
}

/** @throws Error when the node has none */
function perimeterOfNode(configuration: GpsPerimeter): Perimeter {
  const { perimeterType, polygonsDefinition, centerLatitude, centerLongitude, range, rangeUnit } = configuration;
  if (perimeterType === 'POLYGON' && polygonsDefinition) return polygon(polygonsDefinition);
  if (
    perimeterType !== 'CIRCLE' ||
    centerLatitude === null ||
    centerLongitude === null ||
    range === null ||
    !rangeUnit
  ) {
    throw new Error('Missing perimeter definition!');
  }
  return circle({ latitude: centerLatitude, longitude: centerLongitude }, range, rangeUnit);
}

/** @throws Error when the message has none */
function perimeterOfMessage(metadata: Record<string, string>): Perimeter {
  if (metadata.perimeter) return polygon(metadata.perimeter);
  const { centerLatitude, centerLongitude, range, rangeUnit } = metadata;
  if (!centerLatitude || !centerLongitude || !range || !rangeUnit) throw new Error('Missing perimeter definition!');
  if (!Object.hasOwn(RANGE_UNITS, rangeUnit)) throw new Error(`Unknown unit of the range: ${rangeUnit}`);
  const numbers = [centerLatitude, centerLongitude, range].map(Number);
  if (!numbers.every(Number.isFinite)) throw new Error('Centre and range of the perimeter must be numbers');
  const [latitude, longitude, radius] = numbers as [number, number, number];
  return circle({ latitude, longitude }, radius, rangeUnit as RangeUnit);
}

function circle(center: Position, range: number, unit: RangeUnit): Perimeter {
  return (position) => distance(center, position) * RANGE_UNITS[unit] < range;
}

/** Great-circle distance in km. */
function distance(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const across = Math.sin(((b.latitude - a.latitude) * radians) / 2) ** 2;
  const along = Math.sin(((b.longitude - a.longitude) * radians) / 2) ** 2;
  const chord = across + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * along;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/**
 * The inside of a polygon with its border.
 * @param text `[[lat,lng],…]`, or that in one more list, of which the first counts
 */
function polygon(text: string): Perimeter {
  const corners = cornersOf(text);
  return ({ latitude: y, longitude: x }) => {
    let isInside = false;
    for (const [at, [y1, x1]] of corners.entries()) {
      const [y2, x2] = corners[(at + 1) % corners.length] as [number, number];
      if (isBetween(x, y, x1, y1, x2, y2)) return true;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
    }
    return isInside;
  };
}

/** Whether a point is on the line between two others. */
function isBetween(x: number, y: number, x1: number, y1: number, x2: number, y2: number): boolean {
  const turn = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  if (turn !== 0) return false;
  return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2);
}

function cornersOf(text: string): [number, number][] {
  const fail = (): never => {
    throw new Error('The polygon must be a list of at least three [latitude, longitude]');
  };
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    fail();
  }
  const isCorner = (value: unknown): value is [number, number] =>
    Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';
  const ring: unknown = Array.isArray(list) && !isCorner(list[0]) ? list[0] : list;
  if (!Array.isArray(ring) || ring.length < 3 || !ring.every(isCorner)) return fail();
  return ring;
}
