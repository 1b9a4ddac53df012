import * as adminSettings from '@signalbox/contract/admin-settings';
import * as auditLog from '@signalbox/contract/audit-log';
import * as auth from '@signalbox/contract/auth';
import * as component from '@signalbox/contract/component';
import * as customer from '@signalbox/contract/customer';
import * as dashboard from '@signalbox/contract/dashboard';
import * as device from '@signalbox/contract/device';
import * as deviceProfile from '@signalbox/contract/device-profile';
import * as entityQuery from '@signalbox/contract/entity-query';
import * as event from '@signalbox/contract/event';
import * as id from '@signalbox/contract/id';
import { namedValues } from '@signalbox/contract/page';
import * as relation from '@signalbox/contract/relation';
import * as rpc from '@signalbox/contract/rpc';
import * as ruleChain from '@signalbox/contract/rule-chain';
import * as securitySettings from '@signalbox/contract/security-settings';
import * as system from '@signalbox/contract/system';
import * as telemetry from '@signalbox/contract/telemetry';
import * as tenant from '@signalbox/contract/tenant';
import * as tenantProfile from '@signalbox/contract/tenant-profile';
import * as token from '@signalbox/contract/token';
import * as user from '@signalbox/contract/user';
import * as z from 'zod/mini';

const NOUNS: readonly Readonly<Record<string, unknown>>[] = [
  adminSettings,
  auditLog,
  auth,
  component,
  customer,
  dashboard,
  device,
  deviceProfile,
  entityQuery,
  event,
  id,
  relation,
  rpc,
  ruleChain,
  securitySettings,
  system,
  telemetry,
  tenant,
  tenantProfile,
  token,
  user,
];

/** Where the description keeps the schemas that have a name. */
export const NAMED_SCHEMAS = '#/components/schemas/';

type JsonSchema = Record<string, unknown>;

/** Turns schemas of the contract into those of the description; each that has a name is written once, under it. */
export interface SchemaDescriber {
  describe(schema: z.core.$ZodType): JsonSchema;
  /** Every named schema that was needed so far. */
  named(): Record<string, JsonSchema>;
}

/** `deviceInputSchema` of the contract is `DeviceInput` in the description. */
function namesOfContract(): z.core.$ZodRegistry<{ id: string }> {
  const names = z.registry<{ id: string }>();
  for (const noun of NOUNS) {
    for (const [exported, value] of Object.entries(noun)) {
      const [, first, rest] = /^([a-z])(\w+)Schema$/.exec(exported) ?? [];
      // The list of all kinds of entities would obscure the purpose where one of them is meant.
      if (!first || !(value instanceof z.core.$ZodType) || value instanceof z.core.$ZodString) continue;
      names.add(value, { id: `${first.toUpperCase()}${rest}` });
    }
  }
  return names;
}

/** Places that allow a named schema or null. */
function* nullableReferences(value: unknown): Generator<JsonSchema> {
  if (typeof value !== 'object' || value === null) return;
  const node = value as JsonSchema;
  if (node.nullable === true && Array.isArray(node.allOf) && node.type === undefined) yield node;
  for (const member of Object.values(value)) yield* nullableReferences(member);
}

export function createSchemaDescriber(): SchemaDescriber {
  const metadata = namesOfContract();
  const named: Record<string, JsonSchema> = {};

  /** References to what the description of one schema has defined beside it lead to the common place. */
  function moved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== 'id' || typeof (value as JsonSchema).id !== 'string')
        .map(([key, member]) => [
          key,
          key === '$ref' && typeof member === 'string'
            ? member.replace('#/definitions/', NAMED_SCHEMAS)
            : moved(member),
        ]),
    );
  }

  return {
    describe(schema) {
      // As a member, so that the schema itself may be one of those with a name.
      const { properties, definitions } = z.toJSONSchema(z.object({ value: schema }), {
        // Describes the JSON on the wire, not what a schema transforms it into.
        io: 'input',
        unrepresentable: 'any',
        target: 'openapi-3.0',
        metadata,
        override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, namedValues.get(zodSchema)),
      }) as unknown as { properties: { value: JsonSchema }; definitions?: Record<string, JsonSchema> };
      for (const node of nullableReferences([properties.value, definitions])) {
        const [reference] = node.allOf as { $ref: string }[];
        // OpenAPI 3.0 wants the type said where null is allowed too.
        node.type = definitions?.[String(reference?.$ref).replace('#/definitions/', '')]?.type ?? 'object';
      }
      for (const [name, definition] of Object.entries(definitions ?? {})) {
        named[name] ??= moved(definition) as JsonSchema;
      }
      return moved(properties.value) as JsonSchema;
    },
    named: () => named,
  };
}
