import { expect, it } from 'vitest';
import { makeEdgeKeys } from './edge-keys.ts';

it('makes a UUID and a secret of 20 letters and digits, other ones each time', () => {
  const made = Array.from({ length: 50 }, makeEdgeKeys);
  for (const { routingKey, secret } of made) {
    expect(routingKey).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(secret).toMatch(/^[A-Za-z\d]{20}$/);
  }
  expect(new Set(made.flatMap(({ routingKey, secret }) => [routingKey, secret])).size).toBe(100);
});
