import { describe, expect, it } from 'vitest';
import { readRegistration, updatedRegistration } from './registration.ts';

const query = (more: object = {}) => new Map<string, string>(Object.entries({ ep: 'meter', ...more }));
/** Links to so many instances of an object. */
const links = (count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, id) => `</3303/${id}>`).join(','));

describe('a registration', () => {
  it('is kept as short as it was sent', () => {
    const datagram = Buffer.from('</>;rt="oma.lwm2m";ct=11542,</3/0>,</3303>;ver=1.1,</3303/4>,</3303/4>');
    const registration = readRegistration(query(), datagram);
    expect(registration.objects.versions).toEqual(
      new Map([
        [3, '1.0'],
        [3303, '1.1'],
      ]),
    );
    expect(registration.objects.instances).toEqual(
      new Map([
        [3, new Set([0])],
        [3303, new Set([4])],
      ]),
    );
    const sent = datagram.toString();
    // The memory of a datagram is used again.
    datagram.fill(0);
    expect(registration.links).toBe(sent);
    expect(registration.size).toBeGreaterThan(sent.length);
    expect(registration.size).toBeLessThan(2000);
  });

  it('counts for as much room as its objects take', () => {
    const sizes = [0, 10, 900].map((count) => readRegistration(query(), links(count)).size);
    expect(sizes[1]).toBeGreaterThan(sizes[0] as number);
    expect(sizes[2]).toBeGreaterThan(30_000);
    const short = readRegistration(query(), links(10));
    expect(updatedRegistration(short, query({ lt: '60' }), Buffer.alloc(0))).toEqual({ ...short, lifetime: 60 });
    expect(updatedRegistration(short, query(), links(900)).size).toBe(sizes[2]);
  });

  it('is refused when it is very long', () => {
    const attribute = `;x="${'y'.repeat(100)}"`;
    const long = Buffer.from(Array.from({ length: 200 }, (_, id) => `</3303/${id}>${attribute}`).join(','));
    expect(() => readRegistration(query(), long)).toThrow(expect.objectContaining({ code: '4.13' }));
    const short = readRegistration(query(), links(10));
    expect(() => updatedRegistration(short, query(), long)).toThrow(expect.objectContaining({ code: '4.13' }));
  });
});
