import { entityDataQuerySchema } from '@signalbox/contract/entity-query';
import { telemetryRoutes } from '@signalbox/contract/telemetry';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseWith } from './parse.ts';

const query = { entityFilter: { type: 'entityType', entityType: 'DEVICE' }, pageLink: { pageSize: 1, page: 0 } };
const scope = z.object({ scope: telemetryRoutes.saveAttributes.params.scope });

it.each([
  [
    entityDataQuerySchema,
    { ...query, latestValues: Array.from({ length: 10_000 }, () => ({ type: 'TIME_SERIES', key: 'a' })) },
    "Validation error: 'latestValues' must have at most 1000 items",
  ],
  [entityDataQuerySchema, { ...query, entityFilter: null }, 'Query entity filter must be specified.'],
  [scope, { scope: 'CLIENT_SCOPE' }, 'Invalid scope: CLIENT_SCOPE'],
  [
    z.object({ text: z.string().check(z.maxLength(3)) }),
    { text: 'long' },
    'length of text must be equal or less than 3',
  ],
])('says what is wrong (%#)', (schema, value, message) => {
  expect(() => parseWith(schema, value, 'field')).toThrow(message);
});
