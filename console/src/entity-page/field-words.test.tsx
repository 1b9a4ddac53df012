// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { RequestError } from '../api/http.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { FieldWords } from './field-words.tsx';
import type { FormField } from './form.ts';

const PATIENCE = { timeout: 20_000 };

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** The target of a view as its details show it, when a call for its name answers so. */
async function targetThat(labelOf: FormField['labelOf']) {
  const place = document.createElement('div');
  const field: FormField = { name: 'device', label: 'Device', kind: 'picker', labelOf, addressOf: (id) => `/d/${id}` };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(() =>
    createRoot(place).render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <FieldWords field={field} value={{ id: 'x', label: '' }} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(() => act(() => expect(place.textContent).not.toBe('…')), PATIENCE);
  return place;
}

it('leads to what a field names', async () => {
  const place = await targetThat(async () => 'Boiler');
  expect([place.textContent, place.querySelector('a')?.getAttribute('href')]).toEqual(['Boiler', '/d/x']);
});

it.each([403, 404])('leads nowhere when this user may not see it, or it is gone (%d)', async (status) => {
  const place = await targetThat(() => Promise.reject(new RequestError(status, 'no', 'GET', '/d/x')));
  expect([place.textContent, place.querySelector('a')]).toEqual(['x', null]);
});
