import { describe, expect, it } from 'vitest';
import { actionOf, draftOf, isNameTaken, newAction, withAction, withActionRules } from './action-draft.ts';

const first = () => draftOf({ ...newAction('latest'), id: '1', name: 'Open' });

describe('an action that is edited', () => {
  it('begins as one that opens a state', () => {
    expect(actionOf(first())).toEqual({
      id: '1',
      name: 'Open',
      icon: 'more_horiz',
      type: 'openDashboardState',
      setEntityId: true,
      openRightLayout: false,
    });
    expect(newAction('static').setEntityId).toBe(false);
  });

  it('is the same when nothing was changed', () => {
    const action = {
      name: 'a',
      type: 'openDashboardState',
      openInPopover: true,
      popoverWidth: '30vw',
      other: { b: 1 },
    };
    expect(actionOf(draftOf(action))).toEqual(action);
    const odd = { name: 'a', type: 'someNewType', what: 1 };
    expect(actionOf(draftOf(odd))).toEqual(odd);
  });

  it('has the members of its type only, and keeps those that both types have', () => {
    const draft = {
      ...first(),
      targetDashboardStateId: 'pump',
      stateEntityParamName: 'pump',
      display: 'dialog' as const,
    };
    const updating = withActionRules(draft, { ...draft, type: 'updateDashboardState' }, 'latest');
    expect(actionOf(updating)).toEqual({
      id: '1',
      name: 'Open',
      icon: 'more_horiz',
      type: 'updateDashboardState',
      targetDashboardStateId: 'pump',
      setEntityId: true,
      stateEntityParamName: 'pump',
      openRightLayout: false,
    });
    const elsewhere = withActionRules(updating, { ...updating, type: 'openDashboard' }, 'latest');
    expect(elsewhere.targetDashboardStateId).toBeUndefined();
    expect(elsewhere.openNewBrowserTab).toBe(false);
    const custom = withActionRules(elsewhere, { ...elsewhere, type: 'custom' }, 'latest');
    expect(custom).toEqual({ id: '1', name: 'Open', icon: 'more_horiz', type: 'custom' });
  });

  it('shows a state in one way', () => {
    const draft = first();
    const dialog = withActionRules(draft, { ...draft, display: 'dialog' }, 'latest');
    expect([dialog.openInSeparateDialog, dialog.dialogHideDashboardToolbar]).toEqual([true, true]);
    const popover = withActionRules(dialog, { ...dialog, display: 'popover' }, 'latest');
    expect([popover.openInSeparateDialog, popover.openInPopover, popover.popoverWidth]).toEqual([
      undefined,
      true,
      '25vw',
    ]);
    const normal = withActionRules(popover, { ...popover, display: 'normal' }, 'latest');
    expect(actionOf(normal)).toEqual(actionOf(draft));
  });

  it('has a function that shows it, at first, when it is to have one', () => {
    const draft = first();
    expect(withActionRules(draft, { ...draft, useShowWidgetActionFunction: true }, 'latest')).toMatchObject({
      showWidgetActionFunction: 'return true;',
    });
  });

  it('is put into the list of its source', () => {
    const [a, b] = [
      { name: 'a', type: 'custom' },
      { name: 'b', type: 'custom' },
    ];
    const actions = { headerButton: [a], rowClick: [b] };
    expect(withAction(actions, 'headerButton', undefined, b)).toEqual({ headerButton: [a, b], rowClick: [b] });
    expect(withAction(actions, 'headerButton', 0, b)).toEqual({ headerButton: [b], rowClick: [b] });
    expect(withAction(actions, 'rowClick', 0, null)).toEqual({ headerButton: [a] });
    expect([
      isNameTaken(actions, 'headerButton', 'a', undefined),
      isNameTaken(actions, 'headerButton', 'a', 0),
      isNameTaken(actions, 'headerButton', 'b', undefined),
      isNameTaken(actions, 'headerButton', 'a ', undefined),
    ]).toEqual([true, false, false, true]);
  });
});
