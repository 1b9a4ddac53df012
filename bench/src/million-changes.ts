import type { Measurement } from './lib/cases.ts';
import type { BenchContext } from './lib/context.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { BUDGET, PAGE } from './lib/pages.ts';

/** How often each page is read, each time after another change. */
const ROUNDS = 3;
const SORTS = ['createdTime', 'name', 'type', 'label', 'customerTitle', 'active', 'lastActivityTime'];
const QUERY_SORTS = ['createdTime', 'name', 'label'];

interface Look {
  name: string;
  read: () => Promise<unknown>;
}

const field = (key: string) => ({ type: 'ENTITY_FIELD', key });

/**
 * Pages far from both ends, read for the first time: after the start, and after each change of a device, which are created,
 * renamed, report, and are deleted; in the first minutes after the start, in which the server prepares much in the background,
 * and later.
 */
export function measurementsOfChanges(
  { api }: BenchContext,
  devices: number,
): { atFirst: Measurement[]; later: Measurement[] } {
  const list = (name: string, query: string, rows: number): Look[] =>
    SORTS.flatMap((sort) =>
      ['ASC', 'DESC'].map((order) => ({
        name: `${name} by ${sort} ${order}`,
        read: () =>
          api.get(
            `/api/tenant/deviceInfos?pageSize=${PAGE}&page=${Math.floor(rows / PAGE / 2)}&sortProperty=${sort}&sortOrder=${order}&${query}`,
          ),
      })),
    );
  const queries: Look[] = QUERY_SORTS.flatMap((sort) =>
    ['ASC', 'DESC'].map((direction) => ({
      name: `query by ${sort} ${direction}`,
      read: () =>
        api.post('/api/entitiesQuery/find', {
          entityFilter: { type: 'entityType', entityType: 'DEVICE' },
          entityFields: [field('name')],
          pageLink: {
            pageSize: PAGE,
            page: Math.floor(devices / PAGE / 2),
            sortOrder: { key: field(sort), direction },
          },
        }),
    })),
  );
  const looks = [
    ...list('all', '', devices),
    ...list('of a type', 'type=pump', devices / 10),
    ...list('with a text', 'textSearch=sensor', devices / 10),
    ...list('active', 'active=true', devices / 5),
    ...queries,
  ];

  /** What one change after the other does, over and over. */
  function createChanges() {
    let made = 0;
    const created: { id: { id: string }; name: string; label?: string }[] = [];
    return async (): Promise<void> => {
      const what = made++ % 4;
      const last = created.at(-1);
      if (what === 0 || !last) {
        const name = `middle of the fleet ${Date.now()} ${made}`;
        created.push(await api.post('/api/device', { name, type: 'pump', label: `label ${made}` }));
      } else if (what === 1) {
        created[created.length - 1] = await api.post('/api/device', { ...last, name: `renamed ${last.name}` });
      } else if (what === 2) {
        const telemetry = `/api/plugins/telemetry/DEVICE/${last.id.id}/SERVER_SCOPE`;
        await api.post(telemetry, { active: made % 8 === 2, lastActivityTime: Date.now() });
      } else {
        await api.delete(`/api/device/${last.id.id}`);
        created.pop();
      }
    };
  }

  async function measureLooks(what: string, rounds: number, before: () => Promise<void>): Promise<Figure> {
    const all: number[] = [];
    const worst = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      for (const { name, read } of looks) {
        await before();
        const started = performance.now();
        await read();
        const took = performance.now() - started;
        all.push(took);
        worst.set(name, Math.max(worst.get(name) ?? 0, took));
      }
    }
    const slowest = [...worst].sort(([, a], [, b]) => b - a).slice(0, 6);
    return {
      what,
      measured: `${format(percentile(all, 0.5), 1)} / ${format(percentile(all, 0.95), 1)} ms`,
      budget: BUDGET,
      reference: '',
      note: `${looks.length} kinds; slowest: ${slowest.map(([name, took]) => `${name} ${format(took)} ms`).join(', ')}`,
      values: { p50: percentile(all, 0.5), p95: percentile(all, 0.95), ...Object.fromEntries(worst) },
    };
  }

  const pages = `far pages of ${format(devices)} devices`;
  const afterChanges = (what: string) => measureLooks(what, ROUNDS, createChanges());
  return {
    atFirst: [
      [`${pages}, first looks after a start`, (what) => measureLooks(what, 1, async () => undefined)],
      [`${pages}, each after a change, just after the start`, afterChanges],
    ],
    later: [[`${pages}, each after a change`, afterChanges]],
  };
}
