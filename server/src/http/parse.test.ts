import { entityIdSchema, entityTypeSchema, typedId, uuidSchema } from '@signalbox/contract/id';
import { text } from '@signalbox/contract/text';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseWith } from './parse.ts';

/** Returns the message for a value that a schema refuses. */
function refusal(schema: z.core.$ZodType, value: unknown, place = 'field'): string {
  try {
    parseWith(schema, value, place);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('was not refused');
}

describe('an invalid request', () => {
  const schema = z.object({ name: text(), id: z.optional(uuidSchema), tags: z.optional(z.array(z.string())) });

  it.each([
    [undefined, 'Required request body is missing'],
    [{}, "Required field 'name' is not present"],
    [{ name: 5 }, "Validation error: 'name' must be of type string"],
    [{ name: 'x'.repeat(256) }, 'Validation error: length of name must be equal or less than 255'],
    [{ name: '<b>' }, 'Validation error: name: field value is malformed'],
    [{ name: 'a', id: 'b' }, 'Invalid UUID string: b'],
    [{ name: 'a', id: '' }, "Parameter 'id' can't be empty!"],
    [
      { name: 5, tags: [1, 2] },
      "Validation error: 'name' must be of type string, Validation error: 'tags.0' must be of type string, Validation error: 'tags.1' must be of type string",
    ],
  ])('is refused with the reason: %j', (value, message) => {
    expect(refusal(schema, value)).toBe(message);
  });

  it('has the message of the wire for an id that is half there, and for an empty choice in an address', () => {
    const half = z.object({ from: entityIdSchema });
    const id = '13814000-0000-11b2-8080-808080808080';
    for (const from of [{ id }, { entityType: 'DEVICE' }, { entityType: null, id }]) {
      expect(refusal(half, { from })).toBe('Missing entityType or id!');
    }
    expect(refusal(z.object({ customerId: typedId('CUSTOMER') }), { customerId: {} })).toBe(
      'Missing entityType or id!',
    );
    expect(refusal(half, {})).toBe("Required field 'from' is not present");
    expect(refusal(half, { from: { entityType: 'X', id } })).toContain("'from.entityType' must be one of TENANT");
    expect(refusal(z.object({ fromType: entityTypeSchema }), { fromType: '' }, 'request parameter')).toBe(
      "Parameter 'fromType' can't be empty!",
    );
  });

  it('names the limit of a list, or has the message of the wire', () => {
    const list = z.object({ keys: z.array(z.string()).check(z.maxLength(2)) });
    expect(refusal(list, { keys: ['a', 'b', 'c'] })).toBe("Validation error: 'keys' must have at most 2 items");
    const scope = z.object({ scope: z.enum(['SERVER_SCOPE'], { error: () => 'Invalid scope: X' }) });
    expect(refusal(scope, { scope: 'X' })).toBe('Invalid scope: X');
  });

  it('is refused with a short message, however many errors it has', () => {
    expect(refusal(schema, { name: 'a', tags: Array(1000).fill(1) }).length).toBeLessThan(2000);
    expect(refusal(schema, { name: 'a', tags: Array(500_000).fill(1) }).length).toBeLessThan(2000);
    expect(refusal(schema, { name: 'a', id: 'x'.repeat(1_000_000) }).length).toBeLessThan(1000);
  });
});
