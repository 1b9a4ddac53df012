import type { SnmpObject } from '@signalbox/contract/snmp-walk';
import { mappingOf, mappingText, type SnmpDataType } from '../snmp-mappings.ts';

const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Counter32', 'Gauge32', 'TimeTicks', 'Counter64']);
const DECIMAL = /^[+-]?\d+\.\d+$/;

/** What the value of an object is here. */
export function suggestedType({ type, value }: SnmpObject): SnmpDataType {
  if (type === 'Boolean') return 'BOOLEAN';
  if (NUMBERS.has(type)) return 'LONG';
  return (type === 'OctetString' || type === 'Opaque') && DECIMAL.test(value.trim()) ? 'DOUBLE' : 'STRING';
}

/** The key of an object: its name, with its instance where it has several; without a name the end of its identifier. */
export function suggestedKey({ name, oid }: SnmpObject): string {
  if (name !== null) return name.replace(/\.0$/, '').replaceAll('.', '_');
  return `oid_${oid.split('.').slice(-4).join('_')}`;
}

const plain = (oid: string): string => oid.trim().replace(/^\./, '');

/** The mappings with those of the objects behind them; objects that are mapped already are left out, keys differ. */
export function withObjects(mappings: readonly string[], objects: readonly SnmpObject[]): readonly string[] {
  const known = mappings.map(mappingOf);
  const oids = new Set(known.map(({ oid }) => plain(oid)));
  const keys = new Set(known.map(({ key }) => key));
  const added: string[] = [];
  for (const object of objects) {
    if (oids.has(object.oid)) continue;
    const wanted = suggestedKey(object);
    let key = wanted;
    for (let number = 2; keys.has(key); number++) key = `${wanted}_${number}`;
    keys.add(key);
    added.push(mappingText({ dataType: suggestedType(object), key, oid: object.oid }));
  }
  return [...mappings, ...added];
}
