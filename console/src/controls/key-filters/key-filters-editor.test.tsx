// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTranslations } from '../../i18n/i18n.ts';
import type { FilterOffer, KeyFilter } from './key-filter.ts';
import { KeyFiltersEditor } from './key-filters-editor.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const OFFER: FilterOffer = {
  keyTypes: ['TIME_SERIES', 'ATTRIBUTE', 'ENTITY_FIELD'],
  entityFields: ['name', 'label'],
  sources: ['CURRENT_TENANT', 'CURRENT_CUSTOMER', 'CURRENT_USER'],
  isOfViewer: true,
  suggest: () => Promise.resolve([]),
  suggestKind: 'test',
};
const START = [
  {
    key: { type: 'TIME_SERIES', key: 'heat' },
    valueType: 'NUMERIC',
    predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 30 } },
  },
] as unknown as KeyFilter[];

let root: Root;
let place: HTMLElement;
let filters: readonly KeyFilter[];
function Kept() {
  const [value, setValue] = useState<readonly KeyFilter[]>(START);
  filters = value;
  return (
    <KeyFiltersEditor label="Conditions" at="filters" filters={value} offer={OFFER} problems={{}} onChange={setValue} />
  );
}
beforeEach(async () => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ThemeProvider theme={createTheme()}>
          <Kept />
        </ThemeProvider>
      </QueryClientProvider>,
    ),
  );
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

const buttons = (name: string) =>
  [...place.querySelectorAll('button')].filter((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
const press = (name: string, at = 0) => act(() => buttons(name)[at]?.click());
/** The box that says what a select shows, in the order of the page. */
const selects = (shown: string) =>
  [...place.querySelectorAll<HTMLElement>('[role="combobox"]')].filter(({ textContent }) => textContent === shown);
async function choose(shown: string, option: string, at = 0): Promise<void> {
  await act(() => selects(shown)[at]?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 })));
  const found = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(
    ({ textContent }) => textContent === option,
  );
  await act(() => found?.click());
}
const first = () => filters[0]?.predicate;

describe('conditions of keys', () => {
  it('are comparisons all or any of which hold, in groups within each other', async () => {
    await press('Add a comparison');
    expect(first()).toMatchObject({ type: 'COMPLEX', operation: 'AND', predicates: [{ operation: 'GREATER' }, {}] });
    await choose('All of these', 'Any of these');
    expect(first()).toMatchObject({ operation: 'OR' });
    await press('Add a group');
    expect(first()).toMatchObject({
      operation: 'OR',
      predicates: [
        {},
        {},
        { type: 'COMPLEX', operation: 'AND', predicates: [{ type: 'NUMERIC' }, { type: 'NUMERIC' }] },
      ],
    });
    await press('Add a group', 0);
    const inner = () => (first() as unknown as { predicates: { operation: string }[] }).predicates[2];
    expect(inner()).toMatchObject({ predicates: [{}, {}, { type: 'COMPLEX', operation: 'OR' }] });
    await press('Remove comparison 1');
    expect((first() as unknown as { predicates: object[] }).predicates).toHaveLength(2);
  });

  it('compare with an attribute of whoever looks, with a value for where there is none', async () => {
    const dynamic = [...place.querySelectorAll('label')].find(
      ({ textContent }) => textContent === 'Compare with an attribute',
    );
    await act(() => dynamic?.click());
    expect(first()).toMatchObject({
      value: { defaultValue: 30, dynamicValue: { sourceType: 'CURRENT_TENANT', sourceAttribute: '' } },
    });
    expect(place.textContent).toContain('Where there is none');
    await choose('The current tenant', 'The current customer');
    expect(place.textContent).toContain('Else that of the tenant');
    await choose('The current customer', 'The current user');
    expect(first()).toMatchObject({ value: { dynamicValue: { sourceType: 'CURRENT_USER', inherit: false } } });
    await act(() => dynamic?.click());
    expect(first()).toMatchObject({ value: { defaultValue: 30, dynamicValue: null } });
  });

  it('begin again with another type of values', async () => {
    await choose('Number', 'Text');
    expect(filters[0]).toMatchObject({
      valueType: 'STRING',
      predicate: { type: 'STRING', operation: 'STARTS_WITH', ignoreCase: false, value: { defaultValue: '' } },
    });
    await choose('Text', 'True or false');
    expect(first()).toMatchObject({ type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: false } });
  });

  it('are added and removed', async () => {
    await press('Add a condition');
    expect(filters).toHaveLength(2);
    await press('Remove condition 1');
    expect(filters).toHaveLength(1);
    expect(filters[0]?.key.key).not.toBe('heat');
  });
});
