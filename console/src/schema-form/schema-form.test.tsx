// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../server/src/entities/widget/catalogue/catalogue.ts';
import { descriptorOf } from '../../../server/src/entities/widget/catalogue/type-definition.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { defaultSettings } from './default-settings.ts';
import { fieldGroups } from './form-fields.ts';
import { SchemaForm } from './schema-form.tsx';
import { readSettingsSchema, type SettingsSchema } from './settings-schema.ts';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// Editors ask where their text stands, which nothing knows here.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

let root: Root;
let place: HTMLElement;
let settings: Record<string, unknown>;
let changes: number;

function Form(props: { schema: SettingsSchema; first: Record<string, unknown> }) {
  const [value, setValue] = useState(props.first);
  settings = value;
  return (
    <SchemaForm
      schema={props.schema}
      value={value}
      onChange={(next) => {
        changes++;
        setValue(next);
      }}
    />
  );
}

beforeEach(() => {
  changes = 0;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

const moment = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
const draw = (schema: SettingsSchema, first: Record<string, unknown> = defaultSettings(schema)) =>
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Form key={JSON.stringify(first)} schema={schema} first={first} />
      </QueryClientProvider>,
    ),
  );

const closed = () => place.querySelectorAll<HTMLElement>('button[aria-expanded="false"][aria-controls]');
/** The fields that have nothing to change them with, yet. */
const undrawn = () =>
  [...place.querySelectorAll<HTMLElement>('[data-field]')]
    .filter((field) => !field.querySelector('input, textarea, button, [contenteditable]'))
    .map((field) => field.dataset.field);

async function openAll(): Promise<void> {
  while (closed().length > 0) await act(() => closed()[0]?.click());
  const end = Date.now() + 20_000;
  while (undrawn().length > 0 && Date.now() < end) await moment();
}

const field = (name: string) => place.querySelector<HTMLElement>(`[data-field="${name}"]`);
const button = (name: string) =>
  [...place.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
async function type(name: string, text: string): Promise<void> {
  const input = field(name)?.querySelector('input') as HTMLInputElement;
  await act(() => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}
const leave = () => act(() => (document.activeElement as HTMLElement | null)?.blur());

const SCHEMA: SettingsSchema = {
  schema: {
    type: 'object',
    title: 'Settings',
    properties: {
      name: { type: 'string', title: 'Name' },
      size: { type: 'number', title: 'Size', minimum: 1, maximum: 9 },
      own: { type: 'boolean', title: 'Own colour', default: false },
      color: { type: 'string', title: 'Colour' },
      kind: { type: 'string', title: 'Kind', default: 'a' },
      grid: { type: 'object', title: 'Grid', properties: { width: { type: 'number', title: 'Width' } } },
      rows: {
        type: 'array',
        title: 'Rows',
        items: { type: 'object', title: 'Row', properties: { key: { type: 'string', title: 'Key', default: 'k' } } },
      },
    },
    required: ['name'],
  },
  form: [
    'name',
    'size',
    'own',
    { key: 'color', type: 'color', condition: 'model.own === true' },
    {
      key: 'kind',
      type: 'rc-select',
      items: [
        { value: 'a', label: 'First' },
        { value: 'b', label: 'Second' },
      ],
    },
    'grid',
    'rows',
  ],
};

describe('the form of settings', () => {
  it('changes one member, and leaves those that it does not know', async () => {
    const first = { name: 'Pump', other: { deep: [1] }, grid: { width: 1, more: true } };
    await draw(SCHEMA, first);
    await type('grid.width', '2.5');
    expect(settings).toEqual({ ...first, grid: { width: 2.5, more: true } });
    expect(settings.other).toBe(first.other);
    await type('grid.width', '');
    expect(settings).toEqual({ ...first, grid: { more: true } });
    expect(changes).toBe(2);
  });

  it('says at the field what is wrong with it', async () => {
    await draw(SCHEMA, {});
    expect(place.textContent).not.toContain('Required');
    await type('name', 'P');
    await type('name', '');
    await leave();
    expect(field('name')?.textContent).toContain('Required');
    await type('size', '10');
    expect(field('size')?.textContent).toContain('9 or less');
    await type('size', 'many');
    expect(field('size')?.textContent).toContain('This is no number');
    expect(field('size')?.querySelector('input')?.value).toBe('many');
    expect(settings).toEqual({});
  });

  it('shows fields while their conditions are true', async () => {
    await draw(SCHEMA, {});
    expect(field('color')).toBeNull();
    await act(() => field('own')?.querySelector('input')?.click());
    expect([settings, field('color') !== null]).toEqual([{ own: true }, true]);
    await type('color', 'blu');
    await type('color', 'rgba(1, 2, 3, 0.5)');
    expect(settings).toEqual({ own: true, color: 'rgba(1, 2, 3, 0.5)' });
  });

  it('begins a line where switches follow fields with a label above them, and where such fields follow switches', async () => {
    const properties = Object.fromEntries(
      ['string', 'boolean', 'boolean', 'string', 'string'].map((type, at) => [`f${at}`, { type, title: `F ${at}` }]),
    );
    await draw({ schema: { type: 'object', title: 'Settings', properties }, form: Object.keys(properties) } as never);
    const fields = [...place.querySelectorAll('[data-field]')];
    expect(fields.map((one) => getComputedStyle(one).gridColumnStart)).toEqual(['auto', '1', 'auto', '1', 'auto']);
  });

  it('shows the default of a choice that nobody has made', async () => {
    await draw(SCHEMA, {});
    expect(field('kind')?.textContent).toContain('First');
  });

  it('adds to lists, moves in them and takes from them', async () => {
    await draw(SCHEMA, { rows: [{ key: 'one' }] });
    await act(() => button('Add: Row')?.click());
    expect(settings).toEqual({ rows: [{ key: 'one' }, { key: 'k' }] });
    await act(() => button('Move up: Row 2')?.click());
    expect(settings).toEqual({ rows: [{ key: 'k' }, { key: 'one' }] });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move down: Row 1');
    await act(() => button('Remove: Row 1')?.click());
    expect(settings).toEqual({ rows: [{ key: 'one' }] });
    expect(document.activeElement?.textContent).toBe('Add: Row');
  });
});

/** By their fields: types with the same ones are drawn alike. */
const forms = new Map<string, { id: string; schema: SettingsSchema }>();
for (const bundle of CATALOGUE) {
  for (const one of bundle.types) {
    const { settingsSchema, dataKeySettingsSchema } = descriptorOf(one) as Record<string, string>;
    for (const [text, of] of [
      [settingsSchema, ''],
      [dataKeySettingsSchema, ', keys'],
    ]) {
      const schema = readSettingsSchema(text);
      if (!schema) continue;
      const fields = JSON.stringify(fieldGroups(schema), (name, value) => (name === 'schema' ? undefined : value));
      forms.set(fields, { id: `${bundle.alias}/${one.alias}${of}`, schema });
    }
  }
}

describe('the forms of the widget types of the system', () => {
  it.each([...forms.values()])('are drawn whole, and change nothing by themselves: $id', async ({ schema }) => {
    const first = defaultSettings(schema);
    const before = JSON.stringify(first);
    await draw(schema, first);
    await openAll();
    expect(undrawn()).toEqual([]);
    expect(place.querySelectorAll('[data-field]').length).toBeGreaterThan(0);
    await leave();
    expect([changes, JSON.stringify(settings)]).toEqual([0, before]);
  });
});
