// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DashboardFilter, EntityAlias } from '../dashboard/configuration.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { AliasesDialog } from './aliases-dialog.tsx';
import { FiltersDialog } from './filters-dialog.tsx';

vi.mock('../app/session.ts', () => ({
  useSession: () => ({ claims: { tenantId: 'tenant', userId: 'user' }, authority: 'TENANT_ADMIN' }),
}));
/** Questions that were asked: title and content. */
const requested = vi.hoisted(() => [] as { title: string; content: unknown }[]);
vi.mock('../app/dialogs.ts', async (original) => ({
  ...(await original<object>()),
  ask: async (question: { title: string; content: unknown }) => {
    requested.push(question);
    return true;
  },
}));

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;

const alias = (id: string, name: string): EntityAlias => ({
  id,
  alias: name,
  filter: { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '', resolveMultiple: false },
});
const filter = (id: string, name: string): DashboardFilter => ({ id, filter: name, editable: true, keyFilters: [] });
const widgets = [
  { title: '', config: { title: 'Gauge', datasources: [{ type: 'entity', entityAliasId: 'a', filterId: 'f' }] } },
] as never;

let root: Root;
let place: HTMLElement;
let saved: Record<string, unknown> | undefined;
beforeEach(() => {
  saved = undefined;
  requested.length = 0;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

const draw = (element: ReactNode) =>
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })}>
        <ThemeProvider theme={createTheme()}>{element}</ThemeProvider>
      </QueryClientProvider>,
    ),
  );
const line = (name: string) => document.querySelector<HTMLElement>(`li[aria-label="${name}"]`);
const press = (name: string) =>
  act(async () => document.querySelector<HTMLElement>(`button[aria-label="${name}"]`)?.click());
const save = () => act(async () => document.querySelector<HTMLElement>('button[type="submit"]')?.click());
const names = () => [...document.querySelectorAll('li[aria-label]')].map((one) => one.getAttribute('aria-label'));
const kept = {
  onSave(things: Record<string, unknown>) {
    saved = things;
  },
  onClose: () => undefined,
};

describe('the aliases of a dashboard', () => {
  const aliases = { a: alias('a', 'Used'), b: alias('b', 'Free') };

  it('stay while a widget uses them, which is named, and go otherwise', async () => {
    await draw(<AliasesDialog aliases={aliases} widgets={widgets} {...kept} />);
    await press('Remove Used');
    expect(requested).toMatchObject([
      { title: 'Used is in use', content: 'The widget Gauge uses this alias. Choose another one there first.' },
    ]);
    await press('Remove Free');
    expect(names()).toEqual(['Used']);
    await save();
    expect(saved).toEqual({ a: aliases.a });
  });

  it('stand for one or for many, and are copied under a name of their own, all saved together', async () => {
    await draw(<AliasesDialog aliases={aliases} widgets={widgets} {...kept} />);
    expect(line('Free')?.textContent).toContain('2.');
    await act(() => line('Used')?.querySelector('input')?.click());
    await press('Duplicate Free');
    expect(saved).toBeUndefined();
    await save();
    const all = Object.values(saved ?? {}) as EntityAlias[];
    expect(all.map(({ alias: name }) => name)).toEqual(['Used', 'Free', 'Free (copy)']);
    expect(all.map(({ filter: found }) => found.resolveMultiple)).toEqual([true, false, false]);
    expect(new Set(Object.keys(saved ?? {})).size).toBe(3);
  });
});

describe('the filters of a dashboard', () => {
  it('stay while a widget uses them, and are open to viewers or not', async () => {
    const filters = { f: filter('f', 'Warm'), g: filter('g', 'Cold') };
    await draw(<FiltersDialog filters={filters} widgets={widgets} {...kept} />);
    await press('Remove Warm');
    expect(requested).toMatchObject([{ title: 'Warm is in use' }]);
    await act(() => line('Warm')?.querySelector('input')?.click());
    await press('Remove Cold');
    await save();
    expect(saved).toEqual({ f: { ...filters.f, editable: false } });
  });
});
