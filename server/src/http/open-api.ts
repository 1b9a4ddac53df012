import type { Route } from '@signalbox/contract/route';
import * as z from 'zod/mini';

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

/** The whole API as OpenAPI 3.0, made from the contract. */
export function describeApi(routes: Readonly<Record<string, Route>>): Description {
  const paths: Record<string, Record<string, Description>> = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeCall(name, route);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Signalbox REST API',
      version: '3.3.2',
      description:
        'Sign in with POST /api/auth/login, then send the token as `X-Authorization: Bearer <token>`. ' +
        'Compatible with the API of ThingsBoard CE 3.3.2.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-Authorization', description: 'Bearer <token>' },
      },
      schemas: { Error: ERROR },
    },
  };
}

function describeCall(name: string, route: Route): Description {
  const isOpen = route.access === 'anyone';
  const who = Array.isArray(route.access) ? `Who may call: ${route.access.join(', ')}.` : '';
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    ...(who ? { description: who } : {}),
    ...(isOpen ? { security: [] } : {}),
    parameters: [...describeParameters(route.params, 'path'), ...describeParameters(route.query, 'query')],
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body) } } } }
      : {}),
    responses: {
      200: { description: 'Done', ...describeReply(route) },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function describeParameters(shape: Route['params'], place: 'path' | 'query'): Description[] {
  return Object.entries(shape ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(schema, undefined).success,
    schema: schemaOf(schema),
  }));
}

function describeReply({ reply }: Route): Description {
  if (reply === 'empty') return {};
  if (reply === 'text') return { content: { 'text/plain': { schema: { type: 'string' } } } };
  if (reply === 'binary') {
    return { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  }
  return { content: { 'application/json': { schema: schemaOf(reply) } } };
}

/** What goes in and out as JSON; what a schema makes of it in the process is nobody else's business. */
function schemaOf(schema: z.core.$ZodType): Description {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'openapi-3.0',
  });
  return described;
}
