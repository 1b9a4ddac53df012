import { useTranslation } from 'react-i18next';
import { notify, notifySuccess } from '../app/notices.ts';
import type { LayoutItem, LayoutPlace } from '../dashboard/configuration.ts';
import { formatNumber } from '../i18n/format.ts';
import type { Widget } from '../widgets/model.ts';
import { copiedItems, copiedReference, copyItems, copyReference } from './clipboard.ts';
import type { EditedDashboardState, EditorPanel, WidgetSelection } from './editor-types.ts';
import {
  addWidget,
  columnsOf,
  layoutAt,
  layoutCount,
  removeWidgets,
  withItems,
  withWidget,
} from './model/edited-dashboard.ts';
import { type Cells, type Edges, itemsAt, movedBy, type Placed, placeFor, resizedBy } from './model/placing.ts';
import { pasteItem, pasteReference, type WidgetItem, widgetItem } from './model/widget-item.ts';

interface Parts {
  dashboardId: string;
  edited: EditedDashboardState;
  selection: WidgetSelection | undefined;
  select: (place: LayoutPlace, ids: Iterable<string>) => void;
  setPanel: (panel: EditorPanel | undefined) => void;
  lastPlace: { readonly current: LayoutPlace | undefined };
  lastAdded: { current: string | undefined };
}

type Cell = { col: number; row: number };

/** How many cells a key may jump over what stands in the way. */
const FARTHEST = 200;

/** What is done with widgets of the dashboard. */
export function useDashboardEdits(parts: Parts) {
  const { dashboardId, edited, selection, select, setPanel, lastPlace, lastAdded } = parts;
  const { t } = useTranslation();
  const { content: dashboard, edit } = edited;

  const titleOf = (id: string): string => {
    const widget = dashboard.configuration.widgets[id];
    return widget?.config.title || widget?.title || t('dashboardEditor.untitled');
  };
  const words = (ids: ReadonlySet<string> | readonly string[]) => {
    const all = [...ids];
    return { count: all.length, formatted: formatNumber(all.length), name: titleOf(all[0] ?? '') };
  };

  /** Puts widgets at new places, when nothing else stands there. @returns whether it did */
  const put = (place: LayoutPlace, { cells, isFree }: Placed, group?: string): boolean => {
    const layout = layoutAt(dashboard, place);
    if (!layout || !isFree || cells.size === 0) return false;
    const label = t('dashboardEditor.step.place', words([...cells.keys()]));
    edit(label, (now) => withItems(now, place, itemsAt(layout, cells)), group);
    return true;
  };
  /** By keys: the next place in a direction where there is room. */
  const nudge = (place: LayoutPlace, group: string, placed: (steps: number) => Placed): boolean => {
    let last: ReadonlyMap<string, Cells> | undefined;
    for (let steps = 1; steps <= FARTHEST; steps++) {
      const found = placed(steps);
      if (found.isFree) return put(place, found, group);
      // At the end of the grid: it goes no farther.
      if (last && [...found.cells].every(([id, cells]) => isSameCells(cells, last?.get(id)))) return false;
      last = found.cells;
    }
    return false;
  };

  const remove = (place: LayoutPlace, ids: ReadonlySet<string>): void => {
    if (ids.size === 0) return;
    edit(t('dashboardEditor.step.remove', words(ids)), (now) => removeWidgets(now, place, ids));
    select(place, []);
    setPanel(undefined);
  };

  const itemsOf = (place: LayoutPlace, ids: ReadonlySet<string>): WidgetItem[] =>
    [...ids].flatMap((id) => widgetItem(dashboard, place, id) ?? []);

  const copy = (place: LayoutPlace, ids: ReadonlySet<string>): boolean => {
    const items = itemsOf(place, ids);
    if (items.length === 0) return false;
    copyItems(items);
    notifySuccess(t('dashboardEditor.copied', words(ids)));
    return true;
  };

  const add = (
    place: LayoutPlace,
    items: readonly WidgetItem[],
    cell: Cell | undefined,
    step: 'paste' | 'duplicate' | 'import',
  ) => {
    let next = dashboard;
    const ids: string[] = [];
    for (const [index, item] of items.entries()) {
      const added = pasteItem(next, place, item, index === 0 ? cell : undefined);
      if (!added) continue;
      next = added.dashboard;
      ids.push(added.id);
    }
    if (ids.length === 0) return;
    edit(t(`dashboardEditor.step.${step}`, { count: ids.length, formatted: formatNumber(ids.length) }), () => next);
    lastAdded.current = ids[0];
    select(place, ids);
  };

  return {
    titleOf,
    remove,
    copy,
    move: (place: LayoutPlace, placed: Placed) => put(place, placed),
    /** Moves what is selected by keys, over what stands in the way. */
    nudge(byCol: number, byRow: number): boolean {
      const layout = selection && layoutAt(dashboard, selection.place);
      if (!layout) return false;
      const { place, ids } = selection;
      const group = `move ${[...ids].join(' ')}`;
      return nudge(place, group, (steps) => movedBy(layout, ids, byCol * steps, byRow * steps));
    },
    /** Makes the selected widget larger or smaller by keys. */
    grow(byCol: number, byRow: number): boolean {
      const layout = selection && layoutAt(dashboard, selection.place);
      const [id] = selection?.ids ?? [];
      if (!layout || id === undefined || selection.ids.size !== 1) return false;
      const edges: Edges = { x: byCol === 0 ? 0 : 1, y: byRow === 0 ? 0 : 1 };
      return put(selection.place, resizedBy(layout, id, edges, byCol, byRow), `size ${id}`);
    },
    cut(place: LayoutPlace, ids: ReadonlySet<string>): void {
      if (copy(place, ids)) remove(place, ids);
    },
    copyReference(place: LayoutPlace, id: string): void {
      const layout = layoutAt(dashboard, place);
      const item = layout?.widgets[id];
      if (!item) return;
      copyReference({
        dashboardId,
        sourceState: place.state,
        sourceLayout: place.layout,
        widgetId: id,
        originalSize: { sizeX: item.sizeX, sizeY: item.sizeY },
        originalColumns: columnsOf(layout.gridSettings),
      });
      notifySuccess(t('dashboardEditor.copiedReference', { name: titleOf(id) }));
    },
    paste(place: LayoutPlace, cell?: Cell): void {
      const items = copiedItems();
      if (items.length === 0)
        return void notify({ type: 'info', message: t('dashboardEditor.nothingCopied'), duration: 4000 });
      add(place, items, cell ?? { col: 0, row: 0 }, 'paste');
    },
    pasteReference(place: LayoutPlace, cell?: Cell): void {
      const reference = copiedReference();
      if (!reference) return void notify({ type: 'info', message: t('dashboardEditor.nothingCopied'), duration: 4000 });
      const added = pasteReference(dashboard, dashboardId, place, reference, cell ?? { col: 0, row: 0 });
      if ('problem' in added) {
        return void notify({ type: 'warn', message: t(`dashboardEditor.reference.${added.problem}`), duration: 8000 });
      }
      edit(t('dashboardEditor.step.reference', { name: titleOf(added.id) }), () => added.dashboard);
      lastAdded.current = added.id;
      select(place, [added.id]);
    },
    duplicate(place: LayoutPlace, ids: ReadonlySet<string>): void {
      add(place, itemsOf(place, ids), undefined, 'duplicate');
    },
    importItem: (place: LayoutPlace, item: WidgetItem) => add(place, [item], undefined, 'import'),
    exportItem: (place: LayoutPlace, id: string) => widgetItem(dashboard, place, id),
    /** Puts a new widget below all others and opens its settings. */
    addNew(place: LayoutPlace, widget: Widget): void {
      const layout = layoutAt(dashboard, place);
      if (!layout) return;
      const item = placeFor(layout, widget, layoutCount(dashboard.configuration.states[place.state]));
      edit(t('dashboardEditor.step.add', { name: widget.config.title }), (now) => addWidget(now, place, widget, item));
      lastAdded.current = widget.id;
      select(place, [widget.id]);
      setPanel({ widget: widget.id, place });
    },
    /** Another configuration of a widget; changes of one `member` that follow each other are one step. */
    changeWidget(widget: Widget, member: string): void {
      const label = t('dashboardEditor.step.change', { name: widget.config.title || titleOf(widget.id) });
      edit(label, (now) => withWidget(now, widget), `${widget.id} ${member}`);
    },
    /** Changes what a layout says of a widget. */
    changeItem(place: LayoutPlace, id: string, item: LayoutItem): void {
      const label = t('dashboardEditor.step.change', { name: titleOf(id) });
      edit(label, (now) => withItems(now, place, { [id]: item }), `${id} item`);
    },
    selectAll(): void {
      const place = selection?.place ?? lastPlace.current;
      const layout = place && layoutAt(dashboard, place);
      if (layout)
        select(
          place,
          Object.keys(layout.widgets).filter((id) => dashboard.configuration.widgets[id]),
        );
    },
  };
}
export type DashboardEdits = ReturnType<typeof useDashboardEdits>;

function isSameCells(one: Cells, other: Cells | undefined): boolean {
  return one.col === other?.col && one.row === other.row && one.sizeX === other.sizeX && one.sizeY === other.sizeY;
}
