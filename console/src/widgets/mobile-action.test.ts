// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askMobileApp } from '../app/mobile-calls.ts';
import { mobileArguments, runMobileAction } from './mobile-action.ts';
import type { ActionDescriptor, DataEntity } from './model.ts';
import { createScriptHome } from './sandbox/scripts.ts';
import { testMachine } from './sandbox/test-machine.ts';

const scripts = testMachine();
const pump: DataEntity = { entityType: 'DEVICE', id: 'd1', name: '+1 555', label: 'Pump', description: '' };

const action = (mobileAction: ActionDescriptor['mobileAction']): ActionDescriptor => ({
  ...{ name: 'Call', type: 'mobileAction', mobileAction: mobileAction ?? null },
});
const call = (getPhoneNumberFunction: string) => action({ type: 'makePhoneCall', getPhoneNumberFunction });
const show = (getLocationFunction: string) => action({ type: 'mapLocation', getLocationFunction });

/** Puts the end of the app into the window. */
function playApp(callHandler: (...values: unknown[]) => unknown) {
  Object.assign(window, { flutter_inappwebview: { callHandler } });
}
afterEach(() => {
  Reflect.deleteProperty(window, 'flutter_inappwebview');
});

describe('actions of the mobile app', () => {
  it('are asked for with what their functions return', () => {
    expect(mobileArguments({ action: call('return entityName;'), entity: pump }, scripts)).toEqual(['+1 555']);
    const place = show('return [additionalParams.entity.lat, entityId.id.length];');
    const additional = { entity: { lat: 1.5 } };
    expect(mobileArguments({ action: place, entity: pump, additional }, scripts)).toEqual([1.5, 2]);
  });

  it.each([
    call('return null;'),
    call(''),
    call('return {'),
    show('return [1];'),
    show('return ["a", "b"];'),
    show('x'),
  ])('are not asked for when a function gives nothing', (broken) => {
    expect(() => mobileArguments({ action: broken, entity: pump }, scripts)).toThrow();
  });

  it('reach the app by its one handler', async () => {
    const callHandler = vi.fn(async () => ({ hasResult: true, result: { launched: true }, hasError: false }));
    playApp(callHandler);
    await runMobileAction(
      { action: call('return entityName;'), entity: pump },
      createScriptHome(async () => testMachine()),
    );
    expect(callHandler).toHaveBeenCalledWith('tbMobileHandler', 'makePhoneCall', '+1 555');
  });

  it('answer that they failed, whatever the app does', async () => {
    playApp(() => Promise.reject(new Error('no dialler')));
    expect(await askMobileApp('makePhoneCall', 1)).toMatchObject({ hasError: true, error: 'no dialler' });
    playApp(() => undefined);
    expect(await askMobileApp('makePhoneCall', 1)).toEqual({ hasResult: false, hasError: false });
  });
});
