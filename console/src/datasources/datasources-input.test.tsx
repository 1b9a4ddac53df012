// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import type { Datasource, WidgetKind } from '../widgets/model.ts';
import { DatasourcesInput } from './datasources-input.tsx';
import type { SourceOffer } from './source-offer.ts';

vi.mock('../app/session.ts', () => ({
  useSession: () => ({ claims: { tenantId: 'tenant', userId: 'user' }, authority: 'TENANT_ADMIN' }),
}));
vi.mock('../api/entity-keys.ts', () => ({
  findKeys: () => Promise.resolve({ timeseries: ['temperature', 'pressure'], attribute: ['model'] }),
}));

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;
let value: Datasource[];
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

function Kept(props: { initial: Datasource[]; offer: SourceOffer }) {
  const [datasources, setDatasources] = useState(props.initial);
  value = datasources;
  return <DatasourcesInput value={datasources} offer={props.offer} onChange={setDatasources} />;
}

const draw = (initial: Datasource[], kind: WidgetKind = 'timeseries', limits: SourceOffer['limits'] = {}) => {
  const offer: SourceOffer = {
    kind,
    limits,
    aliases: { a: { id: 'a', alias: 'Pumps', filter: { type: 'entityType', entityType: 'DEVICE' } } },
    filters: {},
    onAlias: () => undefined,
    onFilter: () => undefined,
  };
  return act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Kept initial={initial} offer={offer} />
      </QueryClientProvider>,
    ),
  );
};

const named = (name: string) => place.querySelector<HTMLElement>(`[aria-label="${name}"]`);
const press = (element: HTMLElement | null, init: KeyboardEventInit) =>
  act(() => element?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })));
const click = (element: HTMLElement | null | undefined) => act(() => element?.click());
const button = (text: string) => [...place.querySelectorAll('button')].find((one) => one.textContent?.includes(text));
const keysOf = (index: number) => value[index]?.dataKeys.map(({ name }) => name);
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
async function type(text: string): Promise<HTMLInputElement> {
  const inputs = [...place.querySelectorAll<HTMLInputElement>('input[role="combobox"]')];
  const input = inputs.find(({ placeholder }) => placeholder === 'Type a name') as HTMLInputElement;
  await act(() => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  return input;
}

const source = (...names: string[]): Datasource => ({
  type: 'entity',
  entityAliasId: 'a',
  dataKeys: names.map((name) => ({ name, type: 'timeseries', label: name, color: 'red' })),
});

describe('the datasources of a widget', () => {
  it('are added, moved with buttons and removed', async () => {
    await draw([source('one'), source('two')]);
    await click(named('Move Datasource 1 down'));
    expect([keysOf(0), keysOf(1)]).toEqual([['two'], ['one']]);
    await click(named('Remove Datasource 1'));
    expect(value).toHaveLength(1);
    await click(button('Add a datasource'));
    expect(value[1]).toMatchObject({ type: 'entity', dataKeys: [] });
  });

  it('are as many as the type allows', async () => {
    await draw([source('one')], 'latest', { maxDatasources: 1 });
    expect(button('Add a datasource')).toBeUndefined();
    expect(place.textContent).toContain('One datasource at most');
  });
});

describe('the keys of a datasource', () => {
  it('are moved and removed by keys, which is said', async () => {
    await draw([source('one', 'two', 'three')]);
    await press(named('Edit one, telemetry'), { key: 'ArrowRight', altKey: true });
    expect(keysOf(0)).toEqual(['two', 'one', 'three']);
    expect(place.textContent).toContain('one is now number 2 of 3');
    await press(named('Edit two, telemetry'), { key: 'ArrowLeft', altKey: true });
    expect(keysOf(0)).toEqual(['two', 'one', 'three']);
    await press(named('Edit three, telemetry'), { key: 'Delete' });
    expect(keysOf(0)).toEqual(['two', 'one']);
  });

  it('are taken from those in use or made by what is typed', async () => {
    await draw([source('one')]);
    await press(await type('Temperature'), { key: 'Enter' });
    await settle(() => expect(keysOf(0)).toEqual(['one', 'temperature']));
    await press(await type('new one'), { key: 'Enter' });
    await settle(() => expect(keysOf(0)).toEqual(['one', 'temperature', 'new one']));
    expect(value[0]?.dataKeys[2]).toMatchObject({ type: 'timeseries', label: 'new one', settings: {} });
  });

  it('are offered by the kind of the widget', async () => {
    await draw([source()], 'latest');
    const input = await type('mo');
    await settle(() => {
      const lines = [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);
      expect(lines).toEqual(['model (attribute)', 'New: mo (telemetry)', 'New: mo (attribute)']);
    });
    await press(input, { key: 'ArrowDown' });
    await press(input, { key: 'Enter' });
    await settle(() => expect(value[0]?.dataKeys).toMatchObject([{ name: 'model', type: 'attribute' }]));
  });
});
