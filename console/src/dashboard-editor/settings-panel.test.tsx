// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import './texts/texts.ts';
import { type DashboardEditing, EditingContext } from './editor-context.ts';
import type { EditedDashboard } from './model/edited-dashboard.ts';
import { SettingsPanel } from './settings-panel.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const item = { col: 0, row: 0, sizeX: 8, sizeY: 6 };
const layout = () => ({ widgets: { a: item }, gridSettings: { columns: 24, custom: 'kept' } });
const start = (hasRight = false): EditedDashboard => ({
  title: 'Plant',
  configuration: {
    settings: { custom: 'kept' } as EditedDashboard['configuration']['settings'],
    widgets: {},
    states: {
      default: {
        name: 'Plant',
        root: true,
        layouts: { main: layout(), ...(hasRight ? { right: layout() } : {}) },
      },
    },
    entityAliases: {},
    filters: {},
  },
});

let root: Root;
let place: HTMLElement;
let dashboard: EditedDashboard;
/** Labels of the steps, in the order in which they were done. */
let steps: string[];
/** Whether the editor was told that a field is wrong. */
let isWrong: boolean;
const setFieldWrong = (wrong: boolean) => {
  isWrong = wrong;
};

function Panel({ first }: { first: EditedDashboard }) {
  const [content, setContent] = useState(first);
  dashboard = content;
  const edit = (label: string, change: (now: EditedDashboard) => EditedDashboard) => {
    steps.push(label);
    setContent(change);
  };
  return (
    <EditingContext value={{ edited: { content, edit }, setFieldWrong } as unknown as DashboardEditing}>
      <SettingsPanel state="default" />
    </EditingContext>
  );
}

const draw = (first = start()) =>
  act(() =>
    root.render(
      <ThemeProvider theme={createTheme()}>
        <Panel first={first} />
      </ThemeProvider>,
    ),
  );

beforeEach(async () => {
  steps = [];
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await draw();
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

const labels = () => [...place.querySelectorAll('label')];
/** The field beside or in the label of this text. */
function field(name: string): HTMLInputElement {
  const label = labels().find((one) => one.textContent?.startsWith(name));
  const found = label?.control ?? label?.querySelector('input');
  if (!found) throw new Error(`No field ${name} among ${labels().map((one) => one.textContent)}`);
  return found as HTMLInputElement;
}
const press = (name: string) => act(() => field(name).click());
const type = (name: string, text: string) =>
  act(() => {
    const input = field(name);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
/** Leaves a field. */
const leave = (name: string) => act(() => field(name).dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const settings = () => dashboard.configuration.settings;
const main = () => dashboard.configuration.states.default?.layouts.main;

describe('settings of a dashboard', () => {
  it.each([
    ['Show the title', 'showTitle', false],
    ['Show a logo in full screen', 'showDashboardLogo', false],
    ['Hide the toolbar', 'hideToolbar', false],
    ['Toolbar always open', 'toolbarAlwaysOpen', true],
    ['Choice of dashboards', 'showDashboardsSelect', true],
    ['Choice of entities', 'showEntitiesSelect', true],
    ['Filters', 'showFilters', true],
    ['Time window', 'showDashboardTimewindow', true],
    ['Save as a file', 'showDashboardExport', true],
    ['Update of the picture', 'showUpdateDashboardImage', true],
  ] as const)('%s is %s, which is %s where nothing says so', async (label, member, otherwise) => {
    expect(field(label).checked).toBe(otherwise);
    await press(label);
    expect(settings()).toEqual({ custom: 'kept', [member]: !otherwise });
    expect(steps).toEqual(['settings of the dashboard']);
  });

  it('of the toolbar are none while it is hidden, and a title has no colour while it is not shown', async () => {
    expect(field('Colour of the title').disabled).toBe(true);
    await press('Show the title');
    expect(field('Colour of the title').disabled).toBe(false);
    await type('Colour of the title', '#123456');
    await press('Hide the toolbar');
    expect(settings()).toMatchObject({ titleColor: '#123456', hideToolbar: true });
    for (const name of ['Toolbar always open', 'Choice of entities', 'Update of the picture'])
      expect(field(name).disabled, name).toBe(true);
  });
});

describe('settings of a grid', () => {
  it.each([
    ['Columns', 'columns', [10, 1000]],
    ['Margin, px', 'margin', [0, 50]],
    ['Height of rows on phones, px', 'mobileRowHeight', [5, 200]],
  ] as const)('%s: within their bounds, and said where not', async (label, member, [least, most]) => {
    const words = `A whole number from ${least} to ${most}`;
    for (const wrong of [least - 1, most + 1, least + 0.5]) {
      await type(label, String(wrong));
      expect(place.textContent, String(wrong)).toContain(words);
      expect(isWrong).toBe(true);
    }
    expect(steps).toEqual([]);
    for (const right of [least, most]) {
      await type(label, String(right));
      await leave(label);
      expect(place.textContent).not.toContain(words);
      expect(isWrong).toBe(false);
      expect(main()?.gridSettings).toEqual({ columns: 24, custom: 'kept', [member]: right });
    }
  });

  it('with other columns have their widgets as wide as before, in share of the width', async () => {
    // Not by the first digits of it, which would round their places.
    for (const text of ['4', '48', '480', '48']) await type('Columns', text);
    expect(steps).toEqual([]);
    await leave('Columns');
    expect(steps).toHaveLength(1);
    expect(main()?.widgets.a).toEqual({ col: 0, row: 0, sizeX: 16, sizeY: 12 });
  });

  it('fill the height of the window or of a phone, whose rows have none of their own then', async () => {
    await press('Fill the height of the window');
    await press('Fill the height of a phone');
    expect(main()?.gridSettings).toMatchObject({ autoFillHeight: true, mobileAutoFillHeight: true });
    expect(field('Height of rows on phones, px').disabled).toBe(true);
  });

  it('are those of both layouts', async () => {
    await act(() => root.unmount());
    root = createRoot(place);
    await draw(start(true));
    const right = place.querySelector('section[aria-label="Grid of the right layout"]');
    expect(right).not.toBeNull();
    const labelled = [...(right?.querySelectorAll('label') ?? [])].find((one) => one.textContent === 'Margin, px');
    await act(() => {
      const input = labelled?.control as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '4');
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    expect(dashboard.configuration.states.default?.layouts.right?.gridSettings).toMatchObject({ margin: 4 });
    expect(main()?.gridSettings).not.toHaveProperty('margin');
  });
});
