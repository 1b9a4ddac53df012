// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { DashboardConfiguration } from './configuration.ts';
import { useReplaced } from './use-replaced.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const alias = (name: string) => ({ a: { id: 'a', alias: name, filter: { type: 'entityType' } } });
const stored = (name: string) => ({ entityAliases: alias(name), filters: {} }) as unknown as DashboardConfiguration;

type Used = ReturnType<typeof useReplaced>;

function Shown({ of, tell }: { of: DashboardConfiguration; tell: (used: Used) => void }) {
  tell(useReplaced(of));
  return null;
}

it('aliases and filters of a dashboard are those that a script gives, until the dashboard is another', () => {
  let shown: Used | undefined;
  const tell = (used: Used) => {
    shown = used;
  };
  const root = createRoot(document.createElement('div'));
  const first = stored('First');
  act(() => root.render(<Shown of={first} tell={tell} />));
  expect(shown?.entityAliases).toBe(first.entityAliases);
  act(() => shown?.replace({ entityAliases: alias('Given') }));
  const warm = { warm: { id: 'warm', filter: 'Warm', keyFilters: [] } };
  act(() => shown?.replace({ filters: warm }));
  expect(shown).toMatchObject({ entityAliases: alias('Given'), filters: warm });
  const second = stored('Second');
  act(() => root.render(<Shown of={second} tell={tell} />));
  expect(shown?.entityAliases).toBe(second.entityAliases);
  expect(shown?.filters).toEqual({});
  act(() => root.unmount());
});
