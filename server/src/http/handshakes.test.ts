import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createHandshakes } from './handshakes.ts';

let port = 0;
const socket = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress, remotePort: ++port });

it('leaves room for others when one address begins many handshakes', () => {
  const handshakes = createHandshakes();
  const flood = Array.from({ length: 2000 }, () => socket('10.0.0.1'));
  const begun = flood.filter((one) => handshakes.begin(one));
  expect(begun).toHaveLength(200);
  expect(handshakes.begin(socket('10.0.0.2'))).toBe(true);
  expect(handshakes.begin(socket('10.0.0.1'))).toBe(false);
});

it('counts one only until it has ended', () => {
  const handshakes = createHandshakes();
  for (let round = 0; round < 3000; round++) {
    const one = socket('10.0.0.1');
    expect(handshakes.begin(one)).toBe(true);
    if (round % 2) handshakes.end(one);
    one.emit('close');
  }
});
