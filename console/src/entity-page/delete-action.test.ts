// @vitest-environment jsdom
import i18next from 'i18next';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ask } from '../app/dialogs.ts';
import { type Deletion, deleteAction } from './delete-action.ts';
import texts from './texts/en_US.json' with { type: 'json' };

vi.mock('../app/dialogs.ts', () => ({ ask: vi.fn<typeof ask>() }));

interface Row {
  id: { id: string };
  name: string;
}

const ROWS: Row[] = [
  { id: { id: '1' }, name: 'One' },
  { id: { id: '2' }, name: 'Two' },
];

beforeAll(async () => {
  await i18next.init({ lng: 'en_US', resources: { en_US: { translation: texts } } });
});

let requested: string;
beforeEach(() => {
  requested = '';
  vi.mocked(ask).mockImplementation(async ({ content }) => {
    requested = String(content);
    return false;
  });
});

const deletionOf = (more: Partial<Deletion<Row>>) =>
  deleteAction<Row>({
    nameOf: ({ name }) => name,
    remove: async () => undefined,
    things: 'dashboard',
    consequences: async () => ['Their data stay.'],
    changed: () => undefined,
    ...more,
  });

it('says of what is kept for how long it can be restored, and not that it cannot be undone', async () => {
  const deletion = deletionOf({ isKept: true });
  await deletion.prepareBulk?.(ROWS, 2);
  expect(requested.split('\n')).toEqual([
    '• One',
    '• Two',
    '',
    'Their data stay.',
    'They can be restored for 30 days.',
  ]);
  await deletion.run?.(ROWS[0] as Row);
  expect(requested.split('\n').slice(0, 2)).toEqual(['Their data stay.', 'It can be restored for 30 days.']);
});

it('names none where all that is found is deleted, and none of it is in sight', async () => {
  await deletionOf({}).prepareBulk?.([], 25);
  expect(requested.split('\n')).toEqual(['Their data stay.', '', 'This cannot be undone.']);
});

it('says of everything else that it cannot be undone', async () => {
  await deletionOf({}).prepareBulk?.(ROWS, 2);
  expect(requested.split('\n')).toEqual(['• One', '• Two', '', 'Their data stay.', '', 'This cannot be undone.']);
});
