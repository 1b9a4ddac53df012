// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EntityAlias } from '../dashboard/configuration.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { AliasDialog } from './alias-dialog.tsx';

vi.mock('../app/session.ts', () => ({
  useSession: () => ({ claims: { tenantId: 'tenant', userId: 'user' }, authority: 'TENANT_ADMIN' }),
}));
/** Names of the devices that there are. */
const devices: string[] = [];
const requested: unknown[] = [];
vi.mock('../api/entity-query.ts', () => ({
  findNamedEntities: async (filter: unknown) => {
    requested.push(filter);
    return {
      entities: devices.map((name) => ({ entityType: 'DEVICE', id: name, name, label: name })),
      total: devices.length,
    };
  },
}));

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
Element.prototype.scrollIntoView ??= () => undefined;
window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;

let root: Root;
let place: HTMLElement;
let saved: EntityAlias | undefined;
beforeEach(() => {
  saved = undefined;
  requested.length = 0;
  devices.length = 0;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

const draw = (filter: EntityAlias['filter']) =>
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ThemeProvider theme={createTheme()}>
          <AliasDialog
            alias={{ id: '1', alias: 'Mine', filter }}
            taken={['Pumps']}
            onSave={(alias) => {
              saved = alias;
            }}
            onClose={() => undefined}
          />
        </ThemeProvider>
      </QueryClientProvider>,
    ),
  );
const said = () => document.querySelector('[role="status"]')?.textContent;
const save = () => act(() => document.querySelector<HTMLElement>('button[type="submit"]')?.click());
/** Waits until the condition holds, all the while within `act`. */
async function settle(condition: () => void): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 10)));
    try {
      return condition();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

describe('the dialog of an alias', () => {
  const ofType = { type: 'entityType', entityType: 'DEVICE', resolveMultiple: true };

  it('shows while one edits what the filter finds', async () => {
    devices.push('Pump 1', 'Pump 2');
    await draw(ofType);
    await settle(() => expect(said()).toBe('2 entities: Pump 1, Pump 2'));
    await save();
    await settle(() => expect(saved).toEqual({ id: '1', alias: 'Mine', filter: ofType }));
  });

  it('refuses a filter that finds nothing', async () => {
    await draw(ofType);
    await settle(() => expect(said()).toBe('No entity matches this filter'));
    await save();
    await settle(() =>
      expect(document.querySelector('[data-field="filter"] [role="alert"]')?.textContent).toBe(
        'No entity matches this filter',
      ),
    );
    expect(saved).toBeUndefined();
  });

  it('takes what depends on the state without a try', async () => {
    const filter = {
      type: 'stateEntity',
      resolveMultiple: false,
      stateEntityParamName: null,
      defaultStateEntity: null,
    };
    await draw(filter);
    await save();
    await settle(() => expect(saved?.filter).toEqual(filter));
    expect(requested).toEqual([]);
  });

  it('asks for the one who looks', async () => {
    devices.push('The tenant');
    await draw({ type: 'singleEntity', singleEntity: { entityType: 'CURRENT_TENANT', id: 'any' } });
    await settle(() => expect(said()).toBe('1 entity: The tenant'));
    expect(requested).toContainEqual({ type: 'singleEntity', singleEntity: { entityType: 'TENANT', id: 'tenant' } });
  });
});
