import * as z from 'zod/mini';
import { uuidSchema } from './id.ts';
import { route } from './route.ts';

/** Objects in a page of a walk. */
export const MAX_WALKED = 500;
/** An object identifier, or the beginning of one: "1.3.6.1.2.1". */
export const WALK_OID = /^\.?[0-2](\.\d{1,10}){1,127}$/;

const oidSchema = z.string().check(z.maxLength(500), z.regex(WALK_OID, { error: 'must be an object identifier' }));

/** An object that a device of SNMP has. */
export const snmpObjectSchema = z.object({
  oid: z.string(),
  /** Of well-known objects, with what tells instances apart: "ifInOctets.2"; null: it is not among them. */
  name: z.nullable(z.string()),
  /** Of its value: "Counter64". */
  type: z.string(),
  value: z.string(),
});
export type SnmpObject = z.infer<typeof snmpObjectSchema>;

export const snmpWalkSchema = z.object({
  objects: z.array(snmpObjectSchema),
  /** Where the next page begins; null: there are no more. */
  next: z.nullable(z.string()),
  /** Whom was asked, and how: "10.0.0.5:161, SNMP 2c". */
  asked: z.string(),
});
export type SnmpWalk = z.infer<typeof snmpWalkSchema>;

export const snmpWalkRoutes = {
  walkSnmpDevice: route({
    method: 'GET',
    path: '/api/device/:deviceId/snmp/walk',
    tag: 'Devices',
    summary: 'Read the objects that a device of SNMP has below a base, in pages of up to 500',
    waits: true,
    access: ['TENANT_ADMIN'],
    params: { deviceId: uuidSchema },
    query: { base: oidSchema, after: z.optional(oidSchema) },
    reply: snmpWalkSchema,
  }),
};
