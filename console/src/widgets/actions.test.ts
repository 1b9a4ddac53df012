// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { actionsHaveScripts, actionsOf, isFor, isShown, permittedActions } from './actions.ts';
import type { ActionDescriptor } from './model.ts';
import { testMachine } from './sandbox/test-machine.ts';

const scripts = testMachine();

/** The code of the action that asset tables are shipped with. */
const DELETE_ASSET = [
  `var question = 'Delete the asset "' + entityName + '"?';`,
  `var text = 'Everything that is stored about it goes with it and cannot be brought back.';`,
  'widgetContext.dialogs.confirm(question, text).subscribe(function(isConfirmed) {',
  '  if (!isConfirmed) return;',
  '  widgetContext.assetService.deleteAsset(entityId.id).subscribe(function() {',
  '    widgetContext.updateAliases();',
  '  });',
  '});',
].join('\n');

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

  it('of the mobile app are offered when the app does all of it', () => {
    const mobile = (type: string) => action({ name: type, type: 'mobileAction', mobileAction: { type } });
    const config = { actions: { rowClick: ['makePhoneCall', 'mapLocation', 'mapDirection', 'takePhoto'].map(mobile) } };
    expect(actionsOf(config, 'rowClick').map(({ name }) => name)).toEqual([
      ...['makePhoneCall', 'mapLocation', 'mapDirection'],
    ]);
  });

  it('that are shipped are offered to those who may run them', () => {
    const remove: ActionDescriptor = { name: 'Remove', type: 'custom', customFunction: DELETE_ASSET };
    const edited = { ...remove, customFunction: `${DELETE_ASSET} more();` };
    const open = action();
    const [shipped = open] = actionsOf({ actions: { actionCellButton: [remove, edited] } }, 'actionCellButton');
    expect(shipped).toBe(remove);
    const user = { authority: 'CUSTOMER_USER', claims: undefined } as const;
    expect(permittedActions([remove, open], { authority: 'TENANT_ADMIN', claims: undefined })).toEqual([remove, open]);
    expect(permittedActions([remove, open], user)).toEqual([open]);
    expect([isFor(remove, { entityType: 'ASSET' }), isFor(remove, { entityType: 'DEVICE' })]).toEqual([true, false]);
    expect(isFor(open, { entityType: 'DEVICE' })).toBe(true);
  });

  it('are there when their function says so, and not when it fails', () => {
    const when = (showWidgetActionFunction: string) =>
      action({ useShowWidgetActionFunction: true, showWidgetActionFunction });
    const warm = when('return data.temperature > 20;');
    expect(isShown(warm, scripts, {}, { temperature: 21 })).toBe(true);
    expect(isShown(warm, scripts, {}, { temperature: 19 })).toBe(false);
    expect(isShown(when('return widgetContext.absent.member;'), scripts, {}, {})).toBe(false);
    expect(isShown(when('return {'), scripts, {}, {})).toBe(false);
    expect(isShown(warm, undefined, {}, { temperature: 21 })).toBe(false);
    expect(isShown(action(), undefined, {}, {})).toBe(true);
    const titled = when('return widgetContext.settings.isOpen === true && widgetContext.decimals === 2;');
    expect(isShown(titled, scripts, { settings: { isOpen: true } }, {})).toBe(true);
    const around = {
      widget: { id: 'w', type: 'latest', config: { title: 'Level', actions: { rowClick: [action()] } } } as never,
      datasources: [{ entityName: 'Pump' }],
      data: [{ datasource: { entityName: 'Pump' }, dataKey: { name: 'level' }, data: [[1000, 42.5]] }],
      activeEntity: { entityName: 'Pump' },
      ...{ isEdit: false, isMobile: true, timeWindow: {}, dashboardTimewindow: { selectedTab: 0 } },
      steps: [{ id: 'default', params: { room: { entityId: { id: 'r' } } } }],
      stateNames: { default: 'Rooms' },
      entityAliases: { a: { alias: 'Pumps' } },
    };
    const knowing = when(
      `var ctx = widgetContext;
       return [ctx.widgetConfig.title, ctx.datasources[0].entityName, ctx.data[0].data[0][1], ctx.isMobile,
         ctx.defaultSubscription.getFirstEntityInfo().entityName, ctx.actionsApi.getActionDescriptors('rowClick').length,
         ctx.stateController.getStateId(), ctx.stateController.getEntityId('room').id,
         ctx.stateController.getCurrentStateName(), ctx.aliasController.getEntityAliasId('Pumps')].join()
         === 'Level,Pump,42.5,true,Pump,1,default,r,Rooms,a';`,
    );
    expect(isShown(knowing, scripts, {}, [], around)).toBe(true);
    expect(actionsHaveScripts({ actions: { actionCellButton: [warm] } })).toBe(true);
    expect(actionsHaveScripts({ actions: { rowClick: [warm] } })).toBe(false);
  });
});
