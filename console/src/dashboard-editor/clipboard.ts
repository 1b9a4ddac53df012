import { localStore } from '../api/browser-storage.ts';
import { notifySuccess } from '../app/notices.ts';
import { readStateItem, type StateItem } from './model/state-item.ts';
import { readWidgetItem, readWidgetReference, type WidgetItem, type WidgetReference } from './model/widget-item.ts';

/** Keys of 3.3.2: what is copied there can be pasted here, and the other way round. */
const ITEM = 'tbBufferStore.widget_item';
const REFERENCE = 'tbBufferStore.widget_reference';
/** Our own: 3.3.2 copies no states. */
const STATE = 'signalbox-dashboard-state';

/** What the browser had no room for is there as long as this page. */
const inThisPage = new Map<string, unknown>();

function keep(key: string, value: unknown): void {
  inThisPage.delete(key);
  try {
    localStore.setItem(key, JSON.stringify(value));
  } catch {
    localStore.removeItem(key);
    inThisPage.set(key, value);
  }
}

function find(key: string): unknown {
  try {
    return inThisPage.get(key) ?? JSON.parse(localStore.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

/** Several widgets are one of 3.3.2 with the others beside it, which it does not read. */
export function copyItems(items: readonly WidgetItem[]): void {
  const [first, ...others] = items;
  if (first) keep(ITEM, others.length > 0 ? { ...first, others } : first);
}

export function copiedItems(): WidgetItem[] {
  const found = find(ITEM);
  const { others } = (found ?? {}) as { others?: unknown };
  return [found, ...(Array.isArray(others) ? others : [])].flatMap((value) => readWidgetItem(value) ?? []);
}

export function copyReference(reference: WidgetReference): void {
  keep(REFERENCE, reference);
}

export function copiedReference(): WidgetReference | undefined {
  return readWidgetReference(find(REFERENCE));
}

export function copyDashboardState(item: StateItem, message: string): void {
  keep(STATE, item);
  notifySuccess(message);
}

export function copiedState(): StateItem | undefined {
  return readStateItem(find(STATE));
}
