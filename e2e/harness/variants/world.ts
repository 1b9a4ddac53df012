import type { Page } from 'playwright-core';
import { createRealData } from '../../pictures/real-data.ts';
import { type AnsweringDevice, startAnsweringDevice } from '../answering-device.ts';
import type { Api } from '../api.ts';
import type { ShownEntities, SystemType, Variant } from './widgets.ts';

/** Id of the alias by which widgets know the device. */
const ALIAS = '0b6f9a54-5f2e-4d30-8a27-0000000000a1';
/** A tile of a map. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** What variants of widgets need: the types, and entities with values for all of them. */
export interface World {
  types: SystemType[];
  shown: ShownEntities;
  device: AnsweringDevice;
}

interface Described {
  datasources: { dataKeys: { label: string }[] }[];
}

/** Creates entities with a value for every key that a type begins with, and a device that answers calls. */
export async function createWorld(api: Api, mqtt: string, tail: string): Promise<World> {
  const now = Date.now();
  const { device, gateway, building, edge } = await createRealData(api, now, tail);
  const bundles = await api.get<{ alias: string }[]>('/api/widgetsBundles');
  const lists = bundles.map(({ alias }) =>
    api.get<SystemType[]>(`/api/widgetTypesDetails?isSystem=true&bundleAlias=${alias}`),
  );
  const types = (await Promise.all(lists)).flat();
  const labels = types.flatMap(({ descriptor }) =>
    (JSON.parse(descriptor.defaultConfig) as Described).datasources.flatMap(({ dataKeys }) =>
      dataKeys.map(({ label }) => label),
    ),
  );
  const values = Object.fromEntries(labels.filter(Boolean).map((label) => [label, 0.5]));
  const points = Array.from({ length: 10 }, (_, at) => ({ ts: now - (1 + 3 * at) * 60_000, values }));
  await api.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, points);
  const { credentialsId } = await api.get<{ credentialsId: string }>(`/api/device/${device.id.id}/credentials`);
  const answering = await startAnsweringDevice(mqtt, credentialsId, (method) =>
    /gpio/i.test(method) ? { 1: true, 2: false } : /value/i.test(method) ? 42 : true,
  );
  const shown = { device: device.id, gateway: gateway.id, building: building.id, edge: edge.id, alias: ALIAS };
  return { types, shown, device: answering };
}

/** Answers what a page asks of other servers with a picture; `passed` are origins that it may reach. */
export function keepInside(page: Page, ...passed: string[]): Promise<unknown> {
  return page.route(
    ({ origin, protocol }) => protocol.startsWith('http') && !passed.includes(origin),
    (route) => route.fulfill({ contentType: 'image/png', body: TILE }),
  );
}

/** What stands in the place of a widget. */
export interface DrawnWidget {
  isLoading: boolean;
  /** What it says instead of a drawing. */
  note: string;
  isEmpty: boolean;
}

/** What stands in the places of the widgets of the open dashboard, in their order. */
export function drawnWidgets(page: Page): Promise<DrawnWidget[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-dashboard-grid] > div > section')].map((section) => {
      const notes = [...section.querySelectorAll('[data-note], [role=alert]')];
      // Markup of people's own stands in a tree of its own, beside its styles.
      const inside = [...section.querySelectorAll('*')].flatMap(({ shadowRoot }) => [...(shadowRoot?.children ?? [])]);
      const places = [section, ...inside.filter(({ tagName }) => tagName !== 'STYLE')];
      const isFilled = places.some(
        (place) =>
          (place.textContent ?? '').trim() !== '' ||
          place.querySelector('canvas, svg, img, input, button, table, iframe, [role]') !== null,
      );
      return {
        isLoading: section.querySelector('[role=status][aria-label^=Loading], [aria-busy=true]') !== null,
        note: notes.map(({ textContent }) => textContent).join(' | '),
        isEmpty: !isFilled,
      };
    }),
  );
}

/** Types of the widgets that the open dashboard does not show yet. @param pack those that it has, in their order */
export async function unfinishedWidgets(page: Page, pack: readonly Pick<Variant, 'type'>[]): Promise<string[]> {
  const drawn = await drawnWidgets(page);
  return pack.filter((_, at) => drawn[at]?.isLoading ?? true).map(({ type }) => `${type.bundleAlias}/${type.alias}`);
}
