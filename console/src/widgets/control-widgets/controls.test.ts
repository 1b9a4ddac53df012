import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../../api/http.ts';
import { parsedCommand } from './debug-terminal.tsx';
import { callDevice, callOptions, DeviceCallError } from './device-call.ts';
import { angleOf, initialValue, knobScale, valueAt, valueByKey } from './knob-scale.ts';
import { createLastWins } from './last-wins.ts';
import { sentValue, switchKeys, typedPayload } from './switch-settings.ts';

const PATIENCE = { timeout: 20_000 };

const DEVICE = '784f394c-42b6-435a-983c-b7beff2784f9';

describe('a call to a device', () => {
  const call = { kind: 'twoway', method: 'getValue', params: null } as const;
  const persistent = { ...call, ...callOptions({ requestPersistent: true, persistentPollingInterval: 4000 }) };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** An API whose persistent call goes through these states. */
  function apiWith(...states: { status: string; response?: unknown }[]) {
    return {
      postDeviceCall: vi.fn(async () => ({ rpcId: 'the call' }) as unknown),
      getPersistentCall: vi.fn(async () => states.shift() as never),
    };
  }

  it('has the timeout of its settings', async () => {
    const api = apiWith();
    const { signal } = new AbortController();
    const answer = await callDevice(api, DEVICE, { ...call, ...callOptions({ requestTimeout: 700 }) }, signal);
    expect(answer).toEqual({ rpcId: 'the call' });
    const body = { method: 'getValue', params: null, persistent: false, timeout: 700 };
    expect(api.postDeviceCall).toHaveBeenCalledWith(DEVICE, 'twoway', body, signal);
  });

  it('that is persistent is asked about after half an interval, then after each, until it is answered', async () => {
    const api = apiWith({ status: 'QUEUED' }, { status: 'DELIVERED' }, { status: 'SUCCESSFUL', response: 7 });
    const answer = callDevice(api, DEVICE, persistent, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(api.getPersistentCall).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1 + 4_000 + 3_999);
    expect(api.getPersistentCall).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe(7);
  });

  it('fails when the device refuses or is silent', async () => {
    const { signal } = new AbortController();
    const refused = callDevice(
      apiWith({ status: 'FAILED', response: { error: 'too hot' } }),
      DEVICE,
      persistent,
      signal,
    ).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await refused).toBeInstanceOf(DeviceCallError);
    expect(await refused).toMatchObject({ status: 502, statusText: 'too hot' });
    const api = apiWith();
    api.postDeviceCall.mockRejectedValue(new RequestError(504, 'Gateway Timeout', 'POST', '/api/rpc'));
    const silent = callDevice(api, DEVICE, { ...call, ...callOptions({}) }, signal).catch((error: unknown) => error);
    expect(await silent).toBeInstanceOf(DeviceCallError);
    expect(await silent).toMatchObject({ status: 504 });
  });

  it('ends with its widget', async () => {
    const controller = new AbortController();
    const api = apiWith({ status: 'QUEUED' });
    const answer = callDevice(api, DEVICE, persistent, controller.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_000);
    controller.abort();
    expect(await answer).toBe(controller.signal.reason);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.getPersistentCall).toHaveBeenCalledTimes(1);
  });
});

describe('a knob', () => {
  const scale = knobScale({ minValue: -10, maxValue: 10 });

  it('has a value for each place on its dial', () => {
    expect([valueAt(scale, 0, -1), valueAt(scale, -1, 1), valueAt(scale, 1, 1)]).toEqual([0, -10, 10]);
    expect([valueAt(scale, -0.1, 1), valueAt(scale, 0.1, 1)]).toEqual([-10, 10]);
    expect([angleOf(scale, -10), angleOf(scale, 0), angleOf(scale, 10)]).toEqual([-135, 0, 135]);
  });

  it('moves by its keys, and not beyond its ends', () => {
    expect(valueByKey(scale, 1, 'ArrowUp')).toBe(1.1);
    expect(valueByKey(scale, 9.5, 'PageUp')).toBe(10);
    expect(valueByKey(scale, 9.5, 'Home')).toBe(-10);
    expect(valueByKey(scale, 9.5, 'a')).toBeUndefined();
    expect(valueByKey(scale, 9.5, 'toString')).toBeUndefined();
  });

  it('has a scale whatever its settings say', () => {
    expect(knobScale({ minValue: 5, maxValue: 5 })).toMatchObject({ min: 5, max: 6 });
    expect(knobScale({ minValue: 0, maxValue: 100_000 })).toMatchObject({ step: 1, decimals: 0 });
    expect(initialValue(knobScale({}), { initialValue: 500 })).toBe(100);
  });
});

describe('controls', () => {
  it('tell the last of what was asked for meanwhile', async () => {
    const told: number[] = [];
    const ends: (() => void)[] = [];
    const tell = createLastWins(async (value: number) => {
      told.push(value);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
    void tell(1);
    void tell(2);
    const last = tell(3);
    ends.shift()?.();
    await vi.waitFor(() => expect(told).toEqual([1, 3]), PATIENCE);
    ends.shift()?.();
    await last;
    void tell(4);
    expect(told).toEqual([1, 3, 4]);
  });

  it('read values as they were sent', () => {
    expect(['true', '1.5', '{"a":1}', 'text', 7].map(sentValue)).toEqual([true, 1.5, { a: 1 }, 'text', 7]);
  });

  it('send what is typed as JSON, else as a text without the room around it', () => {
    expect([' true ', '{"a":" b "}', ' two words\n', ' '].map(typedPayload)).toEqual([
      true,
      { a: ' b ' },
      'two words',
      '',
    ]);
    expect(parsedCommand(' set  two words ')).toEqual({ method: 'set', params: 'two words' });
  });

  it('follow the key that their settings name, if any', () => {
    expect(switchKeys({})).toEqual([]);
    expect(switchKeys({ retrieveValueMethod: 'attribute', valueKey: 'on' })).toEqual([
      { name: 'on', type: 'attribute' },
    ]);
  });

  it('take a method and, after a space, its parameters', () => {
    expect(parsedCommand('reboot')).toEqual({ method: 'reboot', params: null });
    expect(parsedCommand(' set  {"a": [1, 2]} ')).toEqual({ method: 'set', params: { a: [1, 2] } });
    expect(parsedCommand('say good  morning')).toEqual({ method: 'say', params: 'good  morning' });
  });
});
