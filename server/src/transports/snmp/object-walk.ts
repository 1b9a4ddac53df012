import { MAX_WALKED, type SnmpObject, type SnmpWalk } from '@signalbox/contract/snmp-walk';
import { isVarbindError, ObjectType, type Varbind } from 'net-snmp';
import { steadyNow } from '../../config/steady-clock.ts';
import type { TransportDevice } from '../../entities/transport-devices.ts';
import { badRequest } from '../../http/errors.ts';
import { RefusedAddressError } from '../../outbound/address-guard.ts';
import type { FindAddress } from './host-addresses.ts';
import { nameOfObject } from './object-names.ts';
import { createSnmpClient, type SnmpClient, SnmpRefusedError } from './snmp-client.ts';
import { readSnmpTarget, type SnmpTarget } from './snmp-target.ts';
import { textOfVarbind } from './snmp-values.ts';
import type { UdpSockets } from './udp-sockets.ts';

/** A page of a walk ends after this, ms, with what there is by then. */
const MAX_DURATION = 10_000;
/** Each answer may take so long, ms: what the profile says, within these. */
const MIN_TIMEOUT = 500;
const MAX_TIMEOUT = 3000;
const MAX_RETRIES = 2;
const MAX_VALUE = 500;

const TYPES: Readonly<Record<number, string>> = {
  [ObjectType.Boolean]: 'Boolean',
  [ObjectType.Integer]: 'Integer',
  [ObjectType.OctetString]: 'OctetString',
  [ObjectType.Null]: 'Null',
  [ObjectType.OID]: 'OID',
  [ObjectType.IpAddress]: 'IpAddress',
  [ObjectType.Counter]: 'Counter32',
  [ObjectType.Gauge]: 'Gauge32',
  [ObjectType.TimeTicks]: 'TimeTicks',
  [ObjectType.Opaque]: 'Opaque',
  [ObjectType.Counter64]: 'Counter64',
};

const VERSIONS: Record<SnmpTarget['access']['version'], string> = { V1: '1', V2C: '2c', V3: '3' };

const plainOid = (oid: string): string => oid.replace(/^\./, '');

/** Whether an object comes after another in the order of a walk. */
function follows(oid: string, before: string): boolean {
  const own = oid.split('.').map(Number);
  const other = before.split('.').map(Number);
  for (const [index, number] of own.entries()) {
    const compared = other[index];
    if (compared === undefined) return true;
    if (number !== compared) return number > compared;
  }
  return false;
}

function objectOf(varbind: Varbind): SnmpObject {
  const { oid, type } = varbind;
  return {
    oid,
    name: nameOfObject(oid) ?? null,
    type: TYPES[type as number] ?? String(type),
    value: (textOfVarbind(varbind) ?? '').slice(0, MAX_VALUE),
  };
}

const within = (value: unknown, min: number, max: number): number =>
  Math.min(Math.max(typeof value === 'number' && Number.isFinite(value) ? value : min, min), max);

/**
 * The objects of a device below a base, one page, by GETBULK, or GETNEXT for version 1.
 * @param after the last object of the page before
 * @throws ApiError 400 which says who was asked and what came of it
 */
export async function walkObjects(
  { device, profile }: Pick<TransportDevice, 'device' | 'profile'>,
  { base: givenBase, after }: { base: string; after?: string | undefined },
  { findAddress, sockets }: { findAddress: FindAddress; sockets: UdpSockets },
): Promise<SnmpWalk> {
  const base = plainOid(givenBase);
  let target: SnmpTarget;
  try {
    target = readSnmpTarget(device);
  } catch (error) {
    throw badRequest((error as Error).message);
  }
  const timeout = within(profile.timeoutMs, MIN_TIMEOUT, MAX_TIMEOUT);
  const retries = within(profile.retries, 0, MAX_RETRIES);
  const asked = `${target.host}:${target.port}, SNMP ${VERSIONS[target.access.version]}`;
  const tried = `${asked}, ${retries + 1} × ${timeout} ms`;
  const objects: SnmpObject[] = [];
  let last = plainOid(after ?? base);
  let client: SnmpClient | undefined;
  const until = steadyNow() + MAX_DURATION;
  try {
    const address = await findAddress(target.host);
    client = createSnmpClient(address, target, timeout, sockets);
    while (steadyNow() < until) {
      const found = await client.next(last, retries);
      if (found.length === 0) return { objects, next: null, asked };
      for (const varbind of found) {
        const { oid } = varbind;
        const isBelow = oid === base || oid.startsWith(`${base}.`);
        // An agent that does not go forward would be walked for ever.
        if (isVarbindError(varbind) || !isBelow || !follows(oid, last)) return { objects, next: null, asked };
        objects.push(objectOf(varbind));
        last = oid;
        if (objects.length >= MAX_WALKED) return { objects, next: last, asked };
      }
    }
    return { objects, next: last, asked };
  } catch (error) {
    if (error instanceof RefusedAddressError) throw badRequest(error.message);
    // What there is is shown; whoever asks for more learns what is wrong.
    if (objects.length > 0) return { objects, next: last, asked };
    const refused = error instanceof SnmpRefusedError ? '' : ` (${tried})`;
    throw badRequest(`${(error as Error).message}${refused}`);
  } finally {
    client?.close();
  }
}
