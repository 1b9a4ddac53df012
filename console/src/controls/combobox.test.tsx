// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../api/http.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { ChipsInput } from './chips-input.tsx';
import type { Choice, FindChoices } from './choice.ts';
import { EntityListPicker } from './entity-list-picker.tsx';
import { EntityPicker } from './entity-picker.tsx';
import { SuggestedInput } from './suggested-input.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

const draw = (element: React.ReactNode) =>
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {element}
      </QueryClientProvider>,
    ),
  );

const field = () => place.querySelector('input') as HTMLInputElement;
const lines = () => [...document.querySelectorAll('[role="option"]')].map((line) => line.textContent);
const said = () => document.querySelector('[role="status"]')?.textContent;
const moment = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 10)));
/** Waits until the condition holds, all the while within `act`. */
async function settle(condition: () => void): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    await moment();
    try {
      return condition();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
const press = (key: string) =>
  act(() => field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const type = (text: string) =>
  act(() => {
    field().focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
const open = async () => {
  await act(() => field().focus());
  await press('ArrowDown');
};

const things = (from: number, to: number): Choice[] =>
  Array.from({ length: to - from }, (_, index) => ({ id: `${from + index}`, label: `Thing ${from + index}` }));

function Picker({ load, ...props }: Partial<Parameters<typeof EntityPicker>[0]> & { load: FindChoices }) {
  const [value, setValue] = useState<Choice | null>(props.value ?? null);
  return <EntityPicker label="Thing" kind="thing" {...props} value={value} load={load} onChange={setValue} />;
}

function Several() {
  const [value, setValue] = useState<readonly Choice[]>([]);
  return (
    <EntityListPicker
      label="Things"
      listLabel="Chosen"
      kind="things"
      value={value}
      load={async () => things(0, 3)}
      onChange={setValue}
    />
  );
}

function TextWithSuggestions({ load }: { load: () => Promise<readonly string[]> }) {
  const [value, setValue] = useState('');
  return <SuggestedInput label="Type" kind="types" value={value} onChange={setValue} load={load} />;
}

function Keys({ note }: { note: (value: readonly string[]) => void }) {
  const [value, setValue] = useState<readonly string[]>([]);
  const change = (next: readonly string[]) => {
    note(next);
    setValue(next);
  };
  const load = async () => ['humidity'];
  return <ChipsInput label="Keys" kind="keys" value={value} onChange={change} load={load} offersTyped />;
}

describe('a picker', () => {
  it('asks for nothing until it is opened, and reads the next page near the end of the list', async () => {
    const load = vi.fn<FindChoices>(async (_search, page) => ({
      choices: things(page * 50, page * 50 + 50),
      hasNext: page < 2,
    }));
    await draw(<Picker load={load} />);
    expect(load).not.toHaveBeenCalled();
    await open();
    await settle(() => expect(lines()).toHaveLength(50));
    const list = document.querySelector('[role="listbox"]') as HTMLElement;
    await act(() => list.dispatchEvent(new Event('scroll', { bubbles: true })));
    await settle(() => expect(lines()).toHaveLength(100));
    expect(load.mock.calls).toEqual([
      ['', 0],
      ['', 1],
    ]);
  });

  it('chooses the line that was pressed, also where the list becomes shorter before the button is released', async () => {
    const load: FindChoices = async (search) => things(0, 3).filter(({ label }) => label.includes(search));
    await draw(<Picker load={load} />);
    await open();
    await settle(() => expect(lines()).toHaveLength(3));
    const point = (on: Element, kind: string, clientY: number) =>
      act(() => on.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, clientX: 5, clientY })));
    const pressed = () => document.querySelectorAll('[role="option"]')[lines().length - 1] as Element;
    await point(pressed(), 'mousedown', 50);
    await type('2');
    await settle(() => expect(lines()).toEqual(['Thing 2']));
    await point(document.body, 'mouseup', 90);
    expect(field().value).toBe('2');
    await point(pressed(), 'mousedown', 50);
    await point(document.body, 'mouseup', 51);
    expect(field().value).toBe('Thing 2');
  });

  it('reads on by itself while what is left out leaves too few', async () => {
    const load: FindChoices = async (_search, page) => ({
      choices: things(page * 50, page * 50 + 50),
      hasNext: page < 3,
    });
    await draw(<Picker load={load} isLeftOut={({ id }) => Number(id) < 110} />);
    await open();
    await settle(() => expect(lines()[0]).toBe('Thing 110'));
  });

  it('searches once typing stops, and shows the answer to the newest search only', async () => {
    const answers = new Map<string, (found: readonly Choice[]) => void>();
    const load = vi.fn<FindChoices>((search) => new Promise((resolve) => void answers.set(search, resolve)));
    await draw(<Picker load={load} />);
    await type('ab');
    await settle(() => expect(answers.has('ab')).toBe(true));
    await type('abc');
    await type('abcd');
    await settle(() => expect(answers.has('abcd')).toBe(true));
    expect(answers.has('abc')).toBe(false);
    await act(() => answers.get('abcd')?.([{ id: 'new', label: 'newest' }]));
    await act(() => answers.get('ab')?.([{ id: 'old', label: 'older' }]));
    await settle(() => expect(lines()).toEqual(['newest']));
  });

  it('says when nothing matches, and when it is loading', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<readonly Choice[]>();
    await draw(<Picker load={() => promise} />);
    await open();
    await settle(() => expect(said()).toBe('Loading…'));
    await act(() => answer([]));
    await settle(() => expect(said()).toBe('No matches'));
  });

  it('says why it failed, and tries again from the keyboard, staying open', async () => {
    let fails = true;
    const load = vi.fn<FindChoices>(async () => {
      if (fails) throw new RequestError(500, 'The disk is full', 'GET', '/api/x', undefined, { body: {} });
      return things(0, 2);
    });
    await draw(<Picker load={load} />);
    await open();
    await settle(() => expect(lines()).toEqual(['The disk is full. Try again']));
    fails = false;
    await press('ArrowDown');
    await press('Enter');
    await settle(() => expect(lines()).toEqual(['Thing 0', 'Thing 1']));
    expect(field().value).toBe('');
  });

  it('chooses with the keyboard, offers all beside what is chosen, and is cleared with its button', async () => {
    const load = vi.fn<FindChoices>(async () => things(0, 3));
    await draw(<Picker load={load} />);
    await open();
    await settle(() => expect(lines()).toHaveLength(3));
    await press('ArrowDown');
    expect(field().getAttribute('aria-activedescendant')).toBe(document.querySelectorAll('[role="option"]')[0]?.id);
    await press('Enter');
    expect(field().value).toBe('Thing 0');
    expect(field().getAttribute('aria-expanded')).toBe('false');
    await press('ArrowDown');
    await settle(() => expect(lines()).toHaveLength(3));
    expect(load.mock.calls.every(([search]) => search === '')).toBe(true);
    await act(() => (place.querySelector('[aria-label="Clear"]') as HTMLElement).click());
    expect(field().value).toBe('');
  });

  it('shows what is gone, with its error and what it needs to whoever cannot see it', async () => {
    await draw(<Picker load={async () => []} value={{ id: 'x', label: 'x-1', isGone: true }} required />);
    expect(field().value).toBe('x-1');
    const note = document.getElementById(field().getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe('This is no longer there, or hidden from you');
    expect(field().getAttribute('aria-required')).toBe('true');
  });

  it('stops after a thousand, and says that typing finds the others', async () => {
    const load: FindChoices = async (_search, page) => ({ choices: things(page * 50, page * 50 + 1), hasNext: true });
    await draw(<Picker load={load} isLeftOut={() => true} />);
    await open();
    await settle(() => expect(lines()).toEqual(['Type more of the name to see others']));
  });
});

describe('a list of several', () => {
  it('stays open for the next one, and offers none twice', async () => {
    await draw(<Several />);
    await open();
    await settle(() => expect(lines()).toHaveLength(3));
    await press('ArrowDown');
    await press('Enter');
    await settle(() => expect(lines()).toEqual(['Thing 1', 'Thing 2']));
    expect(field().value).toBe('');
    const chosen = () => [...place.querySelectorAll('li')].map((item) => item.textContent);
    expect(chosen()).toEqual(['Thing 0']);
    await act(() => (place.querySelector('[aria-label="Remove Thing 0"]') as HTMLElement).click());
    expect(chosen()).toEqual([]);
  });
});

describe('a text with suggestions', () => {
  it('offers those that begin like what is typed, in any case, and takes any other', async () => {
    const load = vi.fn(async () => ['Boiler', 'Pump', 'boat']);
    await draw(<TextWithSuggestions load={load} />);
    await type('bo');
    await settle(() => expect(lines()).toEqual(['Boiler', 'boat']));
    // What was typed stands out.
    const marked = [...document.querySelectorAll('[role="option"] b')].map((one) => one.textContent);
    expect(marked).toEqual(['Bo', 'bo']);
    await type('bow');
    await settle(() => expect(lines()).toEqual([]));
    expect(field().value).toBe('bow');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('can be cleared while there is something in it', async () => {
    const clear = () => place.querySelector<HTMLButtonElement>('button[aria-label="Clear"]');
    await draw(<TextWithSuggestions load={async () => []} />);
    expect(clear()).toBeNull();
    await type('hall');
    await settle(() => expect(clear()).not.toBeNull());
    await act(() => clear()?.click());
    expect([field().value, clear()]).toEqual(['', null]);
  });

  it('takes several, each ended by a comma, a semicolon, Enter or leaving', async () => {
    const changes: (readonly string[])[] = [];
    await draw(<Keys note={(next) => changes.push(next)} />);
    await type('a,');
    await type('d;');
    await type('b');
    await press('Enter');
    await type('c');
    await act(() => field().blur());
    expect(changes.at(-1)).toEqual(['a', 'd', 'b', 'c']);
  });

  it('offers the text itself where nothing in use begins like it', async () => {
    const changes: (readonly string[])[] = [];
    await draw(<Keys note={(next) => changes.push(next)} />);
    await type('pressure');
    await settle(() => expect(lines()).toEqual(['pressure']));
    await press('ArrowDown');
    await press('Enter');
    expect(changes.at(-1)).toEqual(['pressure']);
    expect(field().value).toBe('');
  });
});
