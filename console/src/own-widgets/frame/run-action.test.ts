// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ActionRun, FrameContext, FromFrame } from '../protocol.ts';
import { createBridge } from './bridge.ts';
import { GUARD } from './controller.ts';
import { createDrawings } from './drawings.ts';
import { runAction } from './run-action.ts';
import { createZone } from './zone.ts';

const PUMP = { entityType: 'DEVICE', entityId: 'd', entityName: 'Pump', entityLabel: 'P', entityDescription: '' };
const KEY = { name: 'level', type: 'timeseries', label: 'Level', settings: {} };

beforeEach(() => {
  Object.assign(globalThis, { [GUARD]: () => undefined });
  // What the document of the tests does not have.
  HTMLDialogElement.prototype.showModal = () => undefined;
});
afterEach(() => {
  document.body.replaceChildren();
});

/** Runs a function in a widget with a device, and tells what the page was asked. */
function ran(customFunction: string, widget: object = {}, action: Partial<ActionRun> = {}) {
  const sent: FromFrame[] = [];
  const bridge = createBridge({ postMessage: (message: FromFrame) => void sent.push(message) });
  const failed = vi.fn();
  const drawings = createDrawings();
  const zone = createZone({ tell: () => undefined, draw: drawings.draw, failed, nextFrame: () => undefined });
  const context = {
    widget: { id: 'w', bundleAlias: 'cards', typeAlias: 'card', type: 'latest', config: {}, ...widget },
    ...{ width: 320, height: 200, steps: [], stateNames: {}, texts: {}, aliases: {}, aliasInfos: {}, filters: {} },
  } as unknown as FrameContext;
  const said: unknown[] = [];
  Object.assign(window, { say: (value: unknown) => said.push(value) });
  const run: ActionRun = {
    ...{ customFunction, customHtml: '', customCss: '', isPretty: false, additionalParams: {} },
    ...{ entityId: null, entityName: null, entityLabel: null, activeEntity: null },
    data: {
      shape: {
        ...{ datasources: [{ ...PUMP, dataKeys: [KEY] }], configured: [0], pages: [null] },
        rows: [{ source: 0, dataKey: KEY }],
      },
      values: [[0, [[1000, 42.5]]]],
      timeWindow: {},
    } as unknown as ActionRun['data'],
    ...action,
  };
  runAction(context, run, { bridge, zone, drawings, failed });
  const calls = () => sent.flatMap((message) => (message.kind === 'call' ? [[message.method, ...message.args]] : []));
  return { said, calls, failed };
}

it('functions of actions know the widget, its data and its entity', () => {
  const config = { title: 'Level', settings: { limit: 7 }, actions: { rowClick: [{ name: 'Open', type: 'custom' }] } };
  const { said, failed } = ran(
    `var ctx = widgetContext;
     say([ctx.widget.id, ctx.widget.type, ctx.widgetConfig.title, ctx.settings.limit, ctx.width]);
     say([ctx.datasources[0].entityName, ctx.data[0].data[0][1], ctx.defaultSubscription.data.length]);
     say([ctx.actionsApi.getActiveEntityInfo().entityName, ctx.actionsApi.getActionDescriptors('rowClick')[0].name]);`,
    { config },
  );
  expect(failed).not.toHaveBeenCalled();
  expect(said).toEqual([
    ['w', 'latest', 'Level', 7, 320],
    ['Pump', 42.5, 1],
    ['Pump', 'Open'],
  ]);
  const activeEntity = { entityId: { entityType: 'ASSET', id: 'a' }, entityName: 'Hall' };
  const other = ran('say(widgetContext.actionsApi.getActiveEntityInfo().entityName)', {}, { activeEntity });
  expect(other.said).toEqual(['Hall']);
});

it('functions of actions call the device of their widget', () => {
  const { calls } = ran("widgetContext.controlApi.sendTwoWayCommand('setPump', true, 500).subscribe()", {
    type: 'rpc',
  });
  expect(calls()).toEqual([['command', 'd', expect.objectContaining({ method: 'setPump', params: true })]]);
});

it('frames of actions are shown while some dialog is open, however it ends', () => {
  const { calls } = ran(
    `var dialogs = widgetContext.customDialog;
     var first = dialogs.customDialog('<p>one</p>').subscribe();
     var inner;
     dialogs.customDialog('<p>two</p>', function(dialog) { inner = dialog; }).subscribe();
     inner.dialogRef.close();
     inner.dialogRef.close();
     say(document.querySelectorAll('dialog').length);
     first.unsubscribe();`,
  );
  expect(calls()).toEqual([
    ['dialog', true],
    ['dialog', false],
  ]);
  expect(document.querySelector('dialog')).toBeNull();
});

it('questions of the page are put by the call', () => {
  expect(ran("widgetContext.dialogs.alert('Empty', 'The tank is empty')").calls()).toEqual([
    ['ask', 'Empty', 'The tank is empty', null, null],
  ]);
});

it('actions of maps take places away', async () => {
  const position = ['latitude', 'longitude'].map((name) => ({ name, type: 'attribute', label: name, settings: {} }));
  const { calls } = ran(
    `var map = widgetContext.mapInstance;
     var source = map.datasources.filter(function(one) { return one.entityId === entityId.id; })[0];
     map.saveMarkerLocation(source, null, null).subscribe(function() { widgetContext.updateAliases(); });`,
    { typeAlias: 'markers_placement_openstreetmap', bundleAlias: 'input_widgets' },
    {
      entityId: { entityType: 'DEVICE', id: 'd' },
      data: {
        shape: {
          ...{ datasources: [{ ...PUMP, dataKeys: position }], configured: [0], pages: [null], rows: [] },
        },
        ...{ values: [], timeWindow: {} },
      },
    },
  );
  const removal = '/api/plugins/telemetry/DEVICE/d/SERVER_SCOPE?keys=latitude%2Clongitude';
  await expect.poll(calls).toEqual([['http', 'DELETE', removal, undefined]]);
});
