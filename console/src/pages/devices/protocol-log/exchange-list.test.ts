import type { DeviceExchange } from '@signalbox/contract/device-exchange';
import { describe, expect, it } from 'vitest';
import { asText, filtered, merged, prettyPayload, type Shown } from './exchange-list.ts';

const exchange = (id: number, more: Partial<DeviceExchange> = {}): DeviceExchange => ({
  id,
  time: 1_700_000_000_000 + id,
  direction: 'IN',
  protocol: 'MQTT',
  kind: 'PUBLISH',
  address: 'v1/devices/me/telemetry',
  detail: 'QoS 1',
  size: 7,
  format: 'JSON',
  payload: '{"a":1}',
  isCut: false,
  outcome: 'ACCEPTED',
  reason: '',
  duration: 3,
  ...more,
});
const answer = (exchanges: DeviceExchange[], isNew = false) => ({ exchanges, isNew, cursor: '', since: 0 });

describe('the list of exchanges', () => {
  it('takes what is new, and what has changed', () => {
    const first = merged([], answer([exchange(1, { outcome: 'PENDING' })], true));
    const second = merged(first, answer([exchange(1), exchange(2)]));
    expect(second.map(({ id, outcome }) => [id, outcome])).toEqual([
      [1, 'ACCEPTED'],
      [2, 'ACCEPTED'],
    ]);
    expect(merged(second, answer([]))).toBe(second);
    expect(merged(second, answer([exchange(1)], true))).toHaveLength(1);
  });

  it('keeps the last hundred', () => {
    const many = Array.from({ length: 150 }, (_, index) => exchange(index + 1));
    expect(merged(many.slice(0, 90), answer(many.slice(90)))[0]?.id).toBe(51);
  });

  it.each<[Shown, string, number, number[]]>([
    ['all', '', 0, [4, 3, 2, 1]],
    ['all', '', 2, [4, 3]],
    ['IN', '', 0, [4, 3, 1]],
    ['OUT', '', 0, [2]],
    ['refused', '', 0, [4, 3]],
    ['all', ' JSON at ', 0, [3]],
    ['all', 'ATTRIBUTES', 0, [2]],
  ])('shows %s with "%s" after %i', (shown, search, after, ids) => {
    const list = [
      exchange(1),
      exchange(2, { direction: 'OUT', address: 'v1/devices/me/attributes' }),
      exchange(3, { outcome: 'REFUSED', reason: 'no JSON at 5' }),
      exchange(4, { outcome: 'FAILED' }),
    ];
    expect(filtered(list, shown, search, after).map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    [
      { payload: '{"a":12345678901234567890,"b":[1,{}],"c":"x,{"}' },
      '{\n  "a": 12345678901234567890,\n  "b": [\n    1,\n    {}\n  ],\n  "c": "x,{"\n}',
    ],
    [{ payload: '{"a":', isCut: true }, '{"a":'],
    [{ payload: '{"a":' }, '{"a":'],
    [{ payload: 'a b', format: 'TEXT' as const }, 'a b'],
    [{ payload: '00ff10', format: 'HEX' as const }, '00 ff 10'],
  ])('shows a payload so that it can be read: %o', (more, text) => {
    expect(prettyPayload(exchange(1, more))).toBe(text);
  });

  it('is a text, too', () => {
    const list = [
      exchange(2, { direction: 'OUT', outcome: 'SENT', duration: null, payload: '', detail: '' }),
      exchange(1),
    ];
    expect(asText(list)).toBe(
      [
        '2023-11-14T22:13:20.001Z <- MQTT PUBLISH v1/devices/me/telemetry (QoS 1) 7 B ACCEPTED 3 ms',
        '    {"a":1}',
        '2023-11-14T22:13:20.002Z -> MQTT PUBLISH v1/devices/me/telemetry 7 B SENT',
        '',
      ].join('\n'),
    );
  });
});
