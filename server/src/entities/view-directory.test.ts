import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { createViewDirectory, type ViewDirectory } from './view-directory.ts';

const view = entityId('ENTITY_VIEW', 'view');
const watched = entityId('DEVICE', 'watched');
const others = Array.from({ length: 100 }, (_, at) => entityId('DEVICE', `device ${at}`));

let queries: string[];
let liveBus: LiveBus;
let views: ViewDirectory;
let row: object | undefined;

beforeEach(() => {
  queries = [];
  row = { id: 'view', device_id: 'watched', asset_id: null, keys: { timeseries: ['a'] }, start_time: 0, end_time: 5 };
  liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const pool = {
    async query(query: string | { name: string }) {
      queries.push(typeof query === 'string' ? 'targets' : query.name);
      if (typeof query === 'string') return { rows: row ? [{ id: 'watched' }] : [] };
      return { rows: row ? [row] : [] };
    },
  } as unknown as pg.Pool;
  views = createViewDirectory(pool, liveBus);
});

const publish = () => liveBus.publish({ kind: 'entity', action: 'updated', tenantId: NULL_UUID, entityId: view });

it('asks the database nothing, and gives no promise, for entities without views', async () => {
  await views.ofTargets(others);
  expect(queries).toEqual(['targets']);
  for (let batch = 0; batch < 10; batch++) expect(views.ofTargets(others)).toBeUndefined();
  expect(queries).toEqual(['targets']);
});

it('asks once for the views of an entity, and again when a view has changed', async () => {
  const found = await views.ofTargets([...others, watched]);
  expect(found?.get('watched')).toMatchObject([{ view, target: watched, endTs: 5 }]);
  await views.ofTargets([watched]);
  expect(queries).toEqual(['targets', 'views of entities']);
  publish();
  row = undefined;
  expect(await views.ofTargets([watched])).toBeUndefined();
  await views.ofTargets([watched]);
  expect(queries).toEqual(['targets', 'views of entities', 'views of entities']);
});

it('looks for views of an entity from the moment that one is being created', async () => {
  row = undefined;
  await views.ofTargets(others);
  const done = Promise.withResolvers<void>();
  const before = views.changes();
  const creation = views.whileChanging(['device 1'], () => done.promise);
  expect(views.changes()).toBeUndefined();
  await views.ofTargets(others);
  expect(queries).toEqual(['targets', 'views of entities']);
  done.resolve();
  await creation;
  expect(views.changes()).not.toBe(before);
  await views.settled();
});
