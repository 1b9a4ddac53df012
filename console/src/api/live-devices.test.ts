import { describe, expect, it, vi } from 'vitest';
import { createLiveDevices } from './live-devices.ts';

const device = (id: string, temperature: string, active = 'true') => ({
  entityId: { id },
  latest: {
    SERVER_ATTRIBUTE: { active: { ts: 1, value: active } },
    TIME_SERIES: { temperature: { ts: 1, value: temperature } },
  },
});

describe('devices that are followed', () => {
  it('leave those as they are that have not changed, so that only the changed ones are drawn again', () => {
    const live = createLiveDevices();
    const changed = vi.fn();
    const stop = live.subscribe(changed);
    live.begin([device('a', '20'), device('b', '30')]);
    const [a, b] = [live.get('a'), live.get('b')];
    live.take([device('b', '31', 'false')]);
    expect(live.get('a')).toBe(a);
    expect(live.get('b')).not.toBe(b);
    expect(live.get('b')).toMatchObject({ active: false, values: new Map([['temperature', '31']]) });
    expect(changed).toHaveBeenCalledTimes(2);
    stop();
    live.take([device('b', '32')]);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('forget those that are no longer on the screen', () => {
    const live = createLiveDevices();
    live.begin([device('a', '20'), device('b', '30')]);
    live.begin([device('b', '31')]);
    expect(live.get('a')).toBeUndefined();
    expect(live.get('b')?.values.get('temperature')).toBe('31');
  });
});
