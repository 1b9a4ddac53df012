import { describe, expect, it } from 'vitest';
import { actionsHaveScripts, actionsOf, isShown } from './actions.ts';
import type { ActionDescriptor } from './model.ts';
import { testMachine } from './sandbox/test-machine.ts';

const scripts = testMachine();

function action(part: Partial<ActionDescriptor> = {}): ActionDescriptor {
  return { name: 'Open', type: 'openDashboardState', ...part };
}

describe('actions of widgets', () => {
  it('are offered only when this console can run them', () => {
    const config = { actions: { rowClick: [action({ type: 'custom' }), action({ name: 'Go' })] } };
    expect(actionsOf(config, 'rowClick').map(({ name }) => name)).toEqual(['Go']);
    expect(actionsOf(config, 'headerButton')).toEqual([]);
    expect(actionsOf({ actions: null }, 'rowClick')).toEqual([]);
  });

  it('are there when their function says so, and not when it fails', () => {
    const when = (showWidgetActionFunction: string) =>
      action({ useShowWidgetActionFunction: true, showWidgetActionFunction });
    const warm = when('return data.temperature > 20;');
    expect(isShown(warm, scripts, { temperature: 21 })).toBe(true);
    expect(isShown(warm, scripts, { temperature: 19 })).toBe(false);
    expect(isShown(when('return widgetContext.absent.member;'), scripts, {})).toBe(false);
    expect(isShown(when('return {'), scripts, {})).toBe(false);
    expect(isShown(warm, undefined, { temperature: 21 })).toBe(false);
    expect(isShown(action(), undefined, {})).toBe(true);
    expect(actionsHaveScripts({ actions: { actionCellButton: [warm] } })).toBe(true);
    expect(actionsHaveScripts({ actions: { rowClick: [warm] } })).toBe(false);
  });
});
