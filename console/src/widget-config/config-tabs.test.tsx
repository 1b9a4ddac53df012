// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LayoutItem } from '../dashboard/configuration.ts';
import { startTranslations } from '../i18n/i18n.ts';
import type { WidgetConfig, WidgetKind } from '../widgets/model.ts';
import { ActionsTab } from './actions-tab.tsx';
import { WidgetSettingsTab } from './settings-tab.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// Editors ask where their text stands, which nothing knows here.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

let root: Root;
let place: HTMLElement;
let config: WidgetConfig;
let layoutItem: LayoutItem;

beforeEach(() => {
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
      <ThemeProvider theme={createTheme()}>
        <QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>
      </ThemeProvider>,
    ),
  );
const moment = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
async function settle<Found>(find: () => Found | null | undefined): Promise<Found> {
  for (const end = Date.now() + 20_000; Date.now() < end; await moment()) {
    const found = find();
    if (found) return found;
  }
  throw new Error('It never came');
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
const field = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"]`);
const press = async (name: string) => {
  const found = await settle(() => button(name));
  await act(() => found.click());
};
const toggle = (name: string) => act(() => field(name)?.querySelector('input')?.click());
async function type(name: string, text: string): Promise<void> {
  const input = (await settle(() => field(name)?.querySelector('input'))) as HTMLInputElement;
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}

function Settings(props: { kind: WidgetKind; first: WidgetConfig }) {
  const [kept, setKept] = useState(props.first);
  const [item, setItem] = useState<LayoutItem>({ row: 0, col: 0, sizeX: 4, sizeY: 3 });
  config = kept;
  layoutItem = item;
  return (
    <WidgetSettingsTab
      widget={{ type: props.kind }}
      config={kept}
      layoutItem={item}
      onConfigChange={setKept}
      onLayoutChange={setItem}
    />
  );
}

function Actions(props: { first: WidgetConfig }) {
  const [kept, setKept] = useState(props.first);
  config = kept;
  return (
    <ActionsTab
      kind="latest"
      config={kept}
      sources={{ rowClick: { name: 'widget-action.row-click', multiple: false } }}
      states={[{ id: 'pump', name: 'Pump' }]}
      onConfigChange={setKept}
    />
  );
}

describe('the settings of a widget', () => {
  it('change one member each, with what goes with it', async () => {
    const first = { title: 'Pumps', showTitleIcon: true, settings: { a: 1 }, someOther: [1] } as WidgetConfig;
    await draw(<Settings kind="timeseries" first={first} />);
    expect(config).toBe(first);
    await type('title', 'Pump');
    expect(config).toEqual({ ...first, title: 'Pump' });
    await toggle('showTitle');
    expect(config).toEqual({ ...first, title: 'Pump', showTitle: false, showTitleIcon: false });
    expect(field('showTitleIcon')).toBeNull();
    await press('Legend');
    await toggle('legendConfig.showMin');
    expect(config.legendConfig).toEqual({ showMin: true });
    await toggle('showLegend');
    expect([config.showLegend, field('legendConfig.showMin')]).toEqual([false, null]);
    await press('Values');
    await type('decimals', '16');
    expect(field('decimals')?.textContent).toContain('15 or less');
  });

  it('of how it stands on phones go into its layout', async () => {
    await draw(<Settings kind="static" first={{}} />);
    expect([button('Legend'), button('Values')]).toEqual([undefined, undefined]);
    await type('mobileOrder', '-1');
    await toggle('mobileHide');
    expect(layoutItem).toEqual({ row: 0, col: 0, sizeX: 4, sizeY: 3, mobileOrder: -1, mobileHide: true });
    expect(config).toEqual({});
  });
});

describe('the actions of a widget', () => {
  it('are added under a name of their own, edited and taken away', async () => {
    await draw(<Actions first={{ actions: { headerButton: [{ name: 'Help', type: 'custom' }] } }} />);
    await press('Add an action: Buttons of the header');
    await type('name', 'Help');
    await settle(() => field('name')?.textContent?.includes('Another action there has this name'));
    const dialog = await settle(() => document.querySelector('[role="dialog"]'));
    const add = [...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Add');
    await act(() => add?.click());
    // Neither the name nor the state that is missing lets it go.
    expect(field('targetDashboardStateId')?.textContent).toContain('Required');
    expect(config.actions?.headerButton).toHaveLength(1);
    await act(() => button('Cancel')?.click());
    await press('Remove Help');
    expect(config.actions).toEqual({});
  });

  it('change places by the arrow keys of their handles, up to both ends', async () => {
    const named = (...names: string[]) => names.map((name) => ({ name, type: 'custom' }));
    await draw(
      <Actions first={{ actions: { headerButton: named('Help', 'Call', 'Open'), rowClick: named('Row') } }} />,
    );
    const key = (name: string, pressed: string) =>
      act(() => button(name)?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true })));
    await key('Move Help', 'ArrowDown');
    await key('Move Help', 'ArrowDown');
    expect(config.actions?.headerButton).toEqual(named('Call', 'Open', 'Help'));
    await settle(() => place.querySelector('[role="status"]')?.textContent?.includes('Help is now 3 of 3'));
    await settle(() => document.activeElement === button('Move Help'));
    await key('Move Help', 'ArrowDown');
    await key('Move Call', 'ArrowUp');
    expect(config.actions?.headerButton).toEqual(named('Call', 'Open', 'Help'));
    // One alone has no place to change.
    expect(button('Move Row')).toBeUndefined();
  });

  it('of a source that has one of them cannot be two', async () => {
    await draw(<Actions first={{ actions: { rowClick: [{ name: 'Open', type: 'custom' }] } }} />);
    expect(button('Add an action: Click on a row')).toBeUndefined();
    await press('Edit Open');
    await type('name', 'Open it');
    await press('Save');
    expect(config.actions).toEqual({ rowClick: [{ name: 'Open it', type: 'custom' }] });
  });
});
