// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Widget } from '../widgets/model.ts';
import {
  copiedItems,
  copiedReference,
  copiedState,
  copyDashboardState,
  copyItems,
  copyReference,
} from './clipboard.ts';
import type { WidgetItem } from './model/widget-item.ts';

const item = (title: string): WidgetItem => ({
  widget: {
    ...{ id: title, bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest', config: { title } },
    ...{ sizeX: 4, sizeY: 3, row: 0, col: 0 },
  } as Widget,
  aliasesInfo: {
    datasourceAliases: { 0: { alias: 'Pumps', filter: { type: 'deviceType' } } },
    targetDeviceAliases: {},
  },
  filtersInfo: { datasourceFilters: {} },
  originalSize: { sizeX: 4, sizeY: 3 },
  originalColumns: 24,
});
const titles = () => copiedItems().map(({ widget }) => widget.config.title);
const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('what is copied', () => {
  it('is one widget under the key and in the shape of 3.3.2', () => {
    copyItems([item('One')]);
    expect(stored('tbBufferStore.widget_item')).toEqual(item('One'));
    expect(titles()).toEqual(['One']);
  });

  it('is several widgets, of which 3.3.2 reads the first', () => {
    copyItems([item('One'), item('Two'), item('Three')]);
    expect(stored('tbBufferStore.widget_item')).toMatchObject(item('One'));
    expect(titles()).toEqual(['One', 'Two', 'Three']);
  });

  it('is read as 3.3.2 has left it', () => {
    localStorage.setItem('tbBufferStore.widget_item', JSON.stringify(item('Theirs')));
    expect(titles()).toEqual(['Theirs']);
    const reference = {
      ...{ dashboardId: 'd', sourceState: 'default', sourceLayout: 'main' as const, widgetId: 'w' },
      ...{ originalSize: { sizeX: 4, sizeY: 3 }, originalColumns: 24 },
    };
    copyReference(reference);
    expect(stored('tbBufferStore.widget_reference')).toEqual(reference);
    expect(copiedReference()).toEqual(reference);
  });

  it.each(['{', '5', 'null', '{"widget":{}}'])('is nothing where it cannot be read: %s', (text) => {
    localStorage.setItem('tbBufferStore.widget_item', text);
    localStorage.setItem('tbBufferStore.widget_reference', text);
    localStorage.setItem('signalbox-dashboard-state', text);
    expect([copiedItems(), copiedReference(), copiedState()]).toEqual([[], undefined, undefined]);
  });

  it('is there for this page when the browser has no room for it, in place of what was copied before', () => {
    copyItems([item('Before')]);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    copyItems([item('Large')]);
    expect(titles()).toEqual(['Large']);
    expect(localStorage.getItem('tbBufferStore.widget_item')).toBeNull();
    const state = { name: 'Cellar', root: false, layouts: {} };
    copyDashboardState({ state, widgets: {}, entityAliases: {}, filters: {} }, 'copied');
    expect(copiedState()?.state).toEqual(state);
    vi.restoreAllMocks();
    copyItems([item('Small')]);
    expect(titles()).toEqual(['Small']);
  });
});
