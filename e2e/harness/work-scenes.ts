import type { Job, JobFailure } from '@signalbox/contract/job';
import type { Page } from 'playwright-core';
import { named, press } from './dialog-scenes.ts';
import type { Scene, Viewer } from './scenes.ts';

const VIEWER: Viewer = 'TENANT_ADMIN';

const LINES = [
  'name;type;label;serial;temperature',
  'Photographed boiler 1;default;Boiler room, behind the long row of pumps;17;19.5',
  'Photographed boiler 2;default;"two; halves";18;21',
  ';default;nameless;19;',
];

/** Opens the import of a list, with a file, and goes `steps` steps on from there. */
const importing = (steps: number) => async (page: Page) => {
  const more = page.getByRole('button', named('More'));
  await more
    .or(page.getByRole('button', named('Import')))
    .first()
    .waitFor();
  if (await more.isVisible()) {
    await more.click();
    await page.getByRole('menuitem', named('Import')).click();
  } else await press(page, 'Import');
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'plant-of-the-northern-harbour.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(LINES.join('\n')),
  });
  await dialog.getByText('plant-of-the-northern-harbour.csv').waitFor();
  for (let step = 0; step < steps; step++) {
    const next = step === 3 ? 'Import' : 'Continue';
    await dialog.getByRole('button', named(next)).click();
    // What the server says of the lines, and what became of them.
    if (step >= 2)
      await dialog
        .getByText(/⟦?Line|4:/)
        .first()
        .waitFor();
  }
};

const base: Job = {
  id: '11111111-1111-4111-8111-111111111111',
  createdTime: 1_780_000_000_000,
  endedTime: null,
  entityType: 'DEVICE',
  action: 'ASSIGN_TO_CUSTOMER',
  targetName: 'Nordfisk AS',
  state: 'RUNNING',
  reason: null,
  total: 12_400,
  done: 5_120,
  failed: 0,
};
const JOBS: readonly Job[] = [
  base,
  { ...base, id: '22222222-2222-4222-8222-222222222222', action: 'CHANGE_PROFILE', state: 'QUEUED', done: 0 },
  {
    ...base,
    ...{ id: '33333333-3333-4333-8333-333333333333', action: 'DELETE', targetName: null },
    ...{ state: 'DONE', endedTime: 1_780_000_100_000, total: 40, done: 37, failed: 3 },
  },
  {
    ...base,
    ...{ id: '44444444-4444-4444-8444-444444444444', entityType: 'ASSET', action: 'MAKE_PUBLIC', targetName: null },
    ...{ state: 'CANCELLED', endedTime: 1_780_000_200_000, total: 900, done: 214 },
  },
];
const FAILURES: readonly JobFailure[] = ['Pylon 4', 'Pylon 7', 'Gauge at the very end of the eastern breakwater'].map(
  (name, index) => ({
    entityId: { entityType: 'DEVICE', id: `55555555-5555-4555-8555-55555555555${index}` },
    name,
    reason: "Can't delete device that has entity views!",
  }),
);

/** Shows work on many in all its states, and its list; `report` opens what became of the one with failures. */
const working = (report: boolean) => async (page: Page) => {
  await page.route('**/api/jobs', (route) => route.fulfill({ json: JOBS }));
  await page.route('**/api/jobs/*/failures**', (route) =>
    route.fulfill({ json: { data: FAILURES, totalPages: 1, totalElements: FAILURES.length, hasNext: false } }),
  );
  await page.reload();
  await page.locator('header').getByRole('button', { name: /%/ }).click();
  const list = page.getByRole('dialog');
  await list.getByRole('listitem').first().waitFor();
  if (!report) return;
  await list.getByRole('button', named('Report')).first().click();
  await page.getByText('Pylon 4').waitFor();
  // The next page shows no work in progress.
  await page.unroute('**/api/jobs');
};

/** The steps of an import, and work on many: what takes long, and what becomes of it. */
export const WORK_SCENES: readonly Scene[] = [
  ...[0, 1, 2, 3, 4].map((steps) => ({
    name: `${VIEWER} devices import ${steps + 1}`,
    viewer: VIEWER,
    address: '/devices',
    hasProgress: steps >= 3,
    open: importing(steps),
  })),
  { name: `${VIEWER} jobs report`, viewer: VIEWER, address: '/devices', hasProgress: true, open: working(true) },
  { name: `${VIEWER} jobs`, viewer: VIEWER, address: '/devices', hasProgress: true, open: working(false) },
];
