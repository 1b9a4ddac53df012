import type { Route, RouteDefinition } from '@signalbox/contract/route';
import { definitionOf } from '@signalbox/contract/route-definition';
import * as z from 'zod/mini';
import { createSchemaDescriber, NAMED_SCHEMAS, type SchemaDescriber } from './open-api-schemas.ts';

/** What a call may look like in the description: an object of OpenAPI 3.0. */
type Description = Record<string, unknown>;

const ERROR: Description = {
  type: 'object',
  required: ['status', 'message', 'errorCode', 'timestamp'],
  properties: {
    status: { type: 'integer', description: 'The HTTP status' },
    message: { type: 'string' },
    errorCode: { type: 'integer', enum: [2, 10, 11, 15, 20, 30, 31, 32, 33, 34] },
    timestamp: { type: 'string', format: 'date-time' },
  },
};

/** What can go wrong before a call does anything, by status. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'A parameter or the body is not as it should be; the message names the field',
  401: 'No valid token',
  403: 'Not allowed',
  404: 'Not found, or not to be known of',
};

/** The whole API as OpenAPI 3.0, made from the contract. */
export function describeApi(routes: Readonly<Record<string, Route>>): Description {
  const schemas = createSchemaDescriber();
  const paths: Record<string, Record<string, Description>> = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeCall(name, definitionOf(route), schemas);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Signalbox REST API',
      version: '3.3.2',
      description:
        'Sign in with POST /api/auth/login, then send the token as `X-Authorization: Bearer <token>`. ' +
        'Compatible with the API of ThingsBoard CE 3.3.2.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-Authorization', description: 'Bearer <token>' },
      },
      schemas: { Error: ERROR, ...schemas.named() },
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: { $ref: `${NAMED_SCHEMAS}Error` } } } },
        ]),
      ),
    },
  };
}

/** A file that is uploaded as a form. */
const FILE_FORM = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

function describeCall(name: string, route: RouteDefinition, schemas: SchemaDescriber): Description {
  const isOpen = route.access === 'anyone';
  const who = Array.isArray(route.access) ? `Who may call: ${route.access.join(', ')}.` : '';
  const refusals = [
    ...(route.body || route.query || route.params ? [400] : []),
    ...(isOpen && !route.signIn ? [] : [401]),
    ...(isOpen ? [] : [403]),
    ...(route.params ? [404] : []),
  ];
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    ...(who ? { description: who } : {}),
    ...(isOpen ? { security: [] } : {}),
    parameters: [
      ...describeParameters(route.params, 'path', schemas),
      ...describeParameters(route.query, 'query', schemas),
    ],
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemas.describe(route.body) } } } }
      : {}),
    ...(route.streamedBody
      ? {
          requestBody: {
            required: true,
            content: { 'multipart/form-data': { schema: FILE_FORM } },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done', ...describeReply(route, schemas) },
      ...Object.fromEntries(refusals.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: `${NAMED_SCHEMAS}Error` } } },
      },
    },
  };
}

function describeParameters(
  shape: RouteDefinition['params'],
  place: 'path' | 'query',
  schemas: SchemaDescriber,
): Description[] {
  return Object.entries(shape ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(schema, undefined).success,
    schema: schemas.describe(schema),
  }));
}

function describeReply({ reply }: RouteDefinition, schemas: SchemaDescriber): Description {
  if (reply === 'empty') return {};
  if (reply === 'text') return { content: { 'text/plain': { schema: { type: 'string' } } } };
  if (reply === 'binary') {
    return { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  }
  return { content: { 'application/json': { schema: schemas.describe(reply) } } };
}
