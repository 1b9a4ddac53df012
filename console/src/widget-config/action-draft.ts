import { moved } from '../controls/drag-order.ts';
import type { ActionDescriptor, WidgetKind } from '../widgets/model.ts';
import { ACTION_TYPES, type ActionType, DISPLAY_MEMBERS, type Display, MEMBERS } from './action-types.ts';

/** An action as it is edited: with the way of showing a state as one choice. */
export type ActionDraft = ActionDescriptor & { display?: Display };

const isType = (type: string): type is ActionType => ACTION_TYPES.some((one) => one === type);

function chosen(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The members of a new action of a type; widgets without data have no entity to pass on. */
function membersOf(type: ActionType, kind: WidgetKind): Record<string, unknown> {
  const members = chosen(MEMBERS[type]);
  return 'setEntityId' in members && kind === 'static' ? { ...members, setEntityId: false } : members;
}

/** An action that nobody has given a name yet. */
export function newAction(kind: WidgetKind): ActionDescriptor {
  const type = 'openDashboardState';
  return { id: crypto.randomUUID(), name: '', icon: 'more_horiz', type, ...membersOf(type, kind) };
}

export function draftOf(action: ActionDescriptor): ActionDraft {
  if (action.type !== 'openDashboardState') return { ...action };
  return { ...action, display: action.openInPopover ? 'popover' : action.openInSeparateDialog ? 'dialog' : 'normal' };
}

/** The action that a draft stands for. */
export function actionOf({ display: _, ...action }: ActionDraft): ActionDescriptor {
  return action;
}

function without(draft: ActionDraft, names: readonly string[]): ActionDraft {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name))) as unknown as ActionDraft;
}

/** All members that belong to some type or some way of showing a state. */
const OF_TYPES = Object.values(MEMBERS).flatMap(Object.keys);
const OF_DISPLAYS = Object.values(DISPLAY_MEMBERS).flatMap(Object.keys);

/**
 * A draft after a change, with what goes with it: another type, and another way of showing a state, has members of its
 * own, of which those stay that both have.
 */
export function withActionRules(before: ActionDraft, edited: ActionDraft, kind: WidgetKind): ActionDraft {
  let next = edited;
  if (next.type !== before.type && isType(next.type)) {
    const own = membersOf(next.type, kind);
    const names = Object.keys(MEMBERS[next.type]);
    const plain = without(next, [...OF_TYPES.filter((name) => !names.includes(name)), ...OF_DISPLAYS, 'display']);
    next = { ...own, ...plain, ...(next.type === 'openDashboardState' ? { display: 'normal' } : {}) };
    // A state of one dashboard is none of another.
    if (before.type === 'openDashboard' || next.type === 'openDashboard')
      next = without(next, ['targetDashboardStateId']);
  } else if (next.display !== before.display) {
    next = { ...without(next, OF_DISPLAYS), ...DISPLAY_MEMBERS[next.display ?? 'normal'] };
  }
  if (next.targetDashboardId !== before.targetDashboardId) next = without(next, ['targetDashboardStateId']);
  if (next.useShowWidgetActionFunction && !before.useShowWidgetActionFunction && !next.showWidgetActionFunction) {
    next = { ...next, showWidgetActionFunction: 'return true;' };
  }
  return next;
}

export type Actions = Readonly<Record<string, readonly ActionDescriptor[]>>;

/** The actions with one of a source put in the place of another, or added; null takes it away. */
export function withAction(
  actions: Actions,
  source: string,
  place: number | undefined,
  action: ActionDescriptor | null,
): Record<string, ActionDescriptor[]> {
  const list = [...(actions[source] ?? [])];
  if (action) list.splice(place ?? list.length, place === undefined ? 0 : 1, action);
  else if (place !== undefined) list.splice(place, 1);
  const next: Record<string, ActionDescriptor[]> = {};
  for (const [name, kept] of Object.entries(actions)) if (name !== source) next[name] = [...kept];
  if (list.length > 0) next[source] = list;
  return next;
}

/** The actions with one of a source at another place among them. */
export function withMovedAction(
  actions: Actions,
  source: string,
  from: number,
  to: number,
): Record<string, ActionDescriptor[]> {
  return Object.fromEntries(
    Object.entries(actions).map(([name, list]) => [name, name === source ? moved(list, from, to) : [...list]]),
  );
}

/** Whether another action of the source has the name. */
export function isNameTaken(actions: Actions, source: string, name: string, place: number | undefined): boolean {
  const wanted = name.trim();
  return (actions[source] ?? []).some((action, at) => at !== place && action.name === wanted);
}
