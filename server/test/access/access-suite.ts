import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Route } from '@signalbox/contract/route';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../platform.ts';
import { addressOf, expected, expectedOfVisitor, isLetIn, kindsOf } from './access-calls.ts';
import { type AccessRow, CALLERS, type Caller, type TestObjects } from './access-row.ts';
import { type AccessWorld, createAccessWorld } from './access-world.ts';

/**
 * Background work writes too: states of new devices, values that were in memory. That ends by itself, while changes by a
 * refused call recur in every round, since each has a new object.
 */
const ROUNDS = 5;
/** ms without a write after which background work is taken to have ended, and how long that is waited for */
const QUIET = 300;
const PATIENCE = 20_000;

/** One server with its callers for all nouns: to set it up takes longer than most of them. */
export function useAccessWorld(): AccessWorld {
  const world = {} as AccessWorld;
  beforeAll(async () => {
    Object.assign(world, await createAccessWorld());
  });
  afterAll(() => world.stop?.());
  return world;
}

/** Tests the routes of a noun with every caller: those without permission are refused and change nothing. */
export function describeAccess(world: AccessWorld, rows: Readonly<Record<string, AccessRow | AccessRow[]>>): void {
  async function call(caller: Caller, route: Route, row: AccessRow, objects: TestObjects): Promise<Reply> {
    const body = row.body?.(objects, world.maker.unique());
    const reply = await world.callers[caller].call(route.method, addressOf(route, row, objects), body);
    if (row.endsSessions && caller !== 'anonymous' && caller !== 'publicVisitor') await world.signInAgain(caller);
    return reply;
  }

  /** Makes calls that must be refused, each round about a new object, and checks that they change nothing. */
  async function refuseAll(makeObjects: (round: number) => Promise<TestObjects>, calls: RefusedCalls) {
    for (let round = 1; ; round++) {
      const objects = await makeObjects(round);
      const before = round === 1 ? await world.changes.read() : await readWhenQuiet();
      await calls(objects);
      const after = await world.changes.read();
      if (isDeepStrictEqual(after, before)) return;
      const tables = [...after.keys()].filter((table) => after.get(table) !== before.get(table));
      if (round === ROUNDS) expect(tables, 'tables that a refused call has changed').toEqual([]);
    }
  }

  /** The checksums once nothing writes any more. */
  async function readWhenQuiet(): ReturnType<typeof world.changes.read> {
    const until = Date.now() + PATIENCE;
    for (let last = await world.changes.read(); ; ) {
      await delay(QUIET);
      const now = await world.changes.read();
      if (isDeepStrictEqual(now, last) || Date.now() > until) return now;
      last = now;
    }
  }

  describe.each(Object.entries(rows))('%s', (name, given) => {
    const route = (ALL_ROUTES as Record<string, Route>)[name] as Route;
    const cases = [given].flat().map((row, index) => [index + 1, row] as const);

    it.each(cases)('refuses callers without permission, and lets in the others (%i)', async (_n, row) => {
      const kinds = kindsOf(route, row);
      const fresh = (round: number) => world.maker.objects(kinds, round === 1 ? undefined : row.on);
      await refuseAll(fresh, async (objects) => {
        for (const caller of CALLERS) {
          const outcome = expected(world, caller, route, row, objects);
          if (outcome === 'let in') continue;
          const reply = await call(caller, route, row, objects);
          const place = placeOf(caller, route, reply);
          if (outcome === 'refused') expect([403, 404], place).toContain(reply.status);
          else expect(reply.status, place).toBe(outcome);
          expect(reply.body, place).toMatchObject({ status: reply.status, message: expect.any(String) });
        }
      });
      const shared = await world.maker.objects(kinds);
      for (const caller of CALLERS) {
        if (expected(world, caller, route, row, shared) !== 'let in') continue;
        const changes = route.method !== 'GET';
        const objects = changes ? await world.maker.objects(kinds, row.on) : shared;
        // Deleting the tenant or customer of the callers is tested elsewhere.
        if (route.method === 'DELETE' && (row.on === 'tenant' || row.on === 'customer')) continue;
        const reply = await call(caller, route, row, objects);
        expect(isLetIn(reply, row), placeOf(caller, route, reply)).toBe(true);
        const text = JSON.stringify(reply.body ?? '');
        if (caller === 'foreignAdministrator') {
          expect(text, 'an administrator sees nothing of another tenant').not.toContain(world.acme.tenant.id.id);
        }
        const isOther = caller === 'otherCustomerUser' || caller === 'publicVisitor';
        if (isOther && shared.device && row.on !== 'device') {
          expect(text, 'a customer sees nothing of another').not.toContain(shared.device.id.id);
        }
      }
    });

    const publicCases = cases.filter(([, row]) => expectedOfVisitor(route, row) !== undefined);
    if (publicCases.length === 0) return;
    it.each(publicCases)('lets public visitors read what is public and change nothing (%i)', async (_n, row) => {
      const kinds = kindsOf(route, row);
      const fresh = (round: number) => world.publicMaker.objects(kinds, round === 1 ? undefined : row.on);
      const outcome = expectedOfVisitor(route, row);
      if (outcome === 'let in') {
        const reply = await call('publicVisitor', route, row, await fresh(1));
        expect(isLetIn(reply, row), placeOf('publicVisitor', route, reply)).toBe(true);
        return;
      }
      await refuseAll(fresh, async (objects) => {
        const reply = await call('publicVisitor', route, row, objects);
        expect(reply.status, placeOf('publicVisitor', route, reply)).toBe(outcome);
      });
    });
  });
}

type RefusedCalls = (objects: TestObjects) => Promise<void>;

function placeOf(caller: Caller, route: Route, { status, body }: Reply): string {
  return `${caller}: ${route.method} ${route.path} → ${status} ${JSON.stringify(body)}`;
}
