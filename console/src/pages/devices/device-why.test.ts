import { describe, expect, it } from 'vitest';
import { activityFacts, activityReason } from './device-why.ts';

const reason = (attributes: Record<string, unknown>) =>
  activityReason(activityFacts(new Map(Object.entries(attributes))));

describe('why a device is not active', () => {
  it('tells devices that never connected from those that connected and said nothing', () => {
    expect(reason({})).toBe('neverSeen');
    expect(reason({ active: false, lastConnectTime: 5 })).toBe('silent');
  });

  it('tells an ended connection from one that fell silent', () => {
    expect(reason({ active: false, lastConnectTime: 5, lastActivityTime: 9, lastDisconnectTime: 10 })).toBe(
      'disconnected',
    );
    expect(reason({ active: false, lastConnectTime: 12, lastActivityTime: 13, lastDisconnectTime: 10 })).toBe('quiet');
    expect(reason({ active: false, lastActivityTime: 13 })).toBe('quiet');
  });

  it('takes values as REST and as the live connection write them', () => {
    expect(reason({ active: 'true', lastActivityTime: '13' })).toBe('active');
    expect(activityFacts(new Map([['inactivityTimeout', '60000']])).inactivityTimeout).toBe(60_000);
  });
});
