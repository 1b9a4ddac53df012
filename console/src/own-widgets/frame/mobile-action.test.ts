import { describe, expect, it } from 'vitest';
import { runMobile } from './mobile-action.ts';
import { createZone } from './zone.ts';

const ENTITY = { entityType: 'DEVICE', id: 'a' };

/** Runs an action with an answer of the app, and tells what was asked and what functions have done. */
async function ran(action: object, answer: unknown) {
  const done: unknown[] = [];
  const requested: unknown[][] = [];
  const widgetContext = { did: (...values: unknown[]) => done.push(values) };
  await runMobile(
    { ...action },
    { $event: null, widgetContext, entityId: ENTITY, entityName: 'Pump', entityLabel: 'P1', additionalParams: {} },
    {
      async call(...args) {
        requested.push(args);
        return args[0] === 'mobile' ? answer : null;
      },
    },
    createZone({
      tell: () => undefined,
      draw: () => undefined,
      failed: (error) => done.push(error),
      nextFrame: () => undefined,
    }),
  );
  return { done, requested };
}

describe('mobile actions', () => {
  it.each([
    ['takePhoto', 'processImageFunction', 'imageUrl', { imageUrl: 'data:x' }, 'data:x'],
    ['takeScreenshot', 'processImageFunction', 'imageUrl', { imageUrl: 'data:y' }, 'data:y'],
    ['scanQrCode', 'processQrCodeFunction', "code + ' ' + format", { code: 'c', format: 'f' }, 'c f'],
    ['getLocation', 'processLocationFunction', 'latitude + longitude', { latitude: 1, longitude: 2 }, 3],
  ])('%s hands over its result', async (type, handler, said, result, value) => {
    const action = { type, [handler]: `widgetContext.did(${said}, entityName, entityLabel, entityId.id)` };
    const { done, requested } = await ran(action, { hasResult: true, result });
    expect(done).toEqual([[value, 'Pump', 'P1', 'a']]);
    expect(requested).toEqual([['mobile', type, []]]);
  });

  it('ask with what a function returns', async () => {
    const action = {
      type: 'mapLocation',
      getLocationFunction: 'return [50, entityName.length];',
      processLaunchResultFunction: 'widgetContext.did(launched);',
    };
    const { done, requested } = await ran(action, { hasResult: true, result: { launched: true } });
    expect(requested).toEqual([['mobile', 'mapLocation', [50, 4]]]);
    expect(done).toEqual([[true]]);
  });

  it.each([
    ['getLocationFunction', 'return 5;'],
    ['getLocationFunction', 'throw new Error("none");'],
  ])('fail with arguments that cannot be: %s %s', async (name, body) => {
    const action = { type: 'mapDirection', [name]: body, handleErrorFunction: 'widgetContext.did(error)' };
    const { done, requested } = await ran(action, null);
    expect(requested).toEqual([]);
    expect(done).toHaveLength(1);
    expect(String(done[0])).toMatch(/^Failed to get mobile action arguments: (5|none)$/);
  });

  it('say that there is nothing, or what went wrong', async () => {
    const action = {
      type: 'takePhoto',
      handleEmptyResultFunction: 'widgetContext.did("none")',
      handleErrorFunction: 'widgetContext.did(error)',
    };
    expect((await ran(action, { hasResult: false })).done).toEqual([['none']]);
    expect((await ran(action, { hasError: true, error: 'No camera' })).done).toEqual([['No camera']]);
    expect((await ran({ type: 'takePhoto' }, { hasError: true, error: 'No camera' })).requested[1]).toEqual([
      'toast',
      'error',
      'No camera',
      null,
    ]);
    expect((await ran(action, null)).done).toEqual([]);
  });
});
