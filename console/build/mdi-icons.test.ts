import { afterEach, expect, it, vi } from 'vitest';
import { mdiPath } from '../src/controls/mdi-icons.ts';
import { mdiGroups } from './mdi-icons.ts';

afterEach(() => vi.unstubAllGlobals());

it('icons are found in their groups by the names that configurations have', async () => {
  const groups = await mdiGroups();
  const read = vi.fn(async (address: string) => new Response(JSON.stringify(groups.get(address))));
  vi.stubGlobal('fetch', read);
  for (const name of ['water-pump', 'numeric-1-box-outline', 'ab-testing', 'fan', 'car-3-plus'])
    expect(await mdiPath(name), name).toMatch(/^M[\d.]/);
  for (const name of ['no-such-icon', 'constructor', '']) expect(await mdiPath(name), name).toBeUndefined();
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  expect(await mdiPath('fan')).toBeUndefined();
});

it('groups are small, for one icon fetches all of its group', async () => {
  const sizes = [...(await mdiGroups()).values()].map((group) => JSON.stringify(group).length);
  expect(sizes).toHaveLength(64);
  expect(Math.max(...sizes)).toBeLessThan(80_000);
});
