import { describe, expect, it } from 'vitest';
import { activityFacts, activityReason, isConnected } from './device-why.ts';

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

  it('names refused credentials, as long as the device has not come in since', () => {
    const facts = (attributes: Record<string, unknown>) => activityFacts(new Map(Object.entries(attributes)));
    expect(activityReason(facts({}), 7)).toBe('refused');
    expect(activityReason(facts({ lastConnectTime: 5, lastActivityTime: 6, lastDisconnectTime: 6 }), 7)).toBe(
      'refused',
    );
    expect(activityReason(facts({ lastConnectTime: 8, lastActivityTime: 9, lastDisconnectTime: 10 }), 7)).toBe(
      'disconnected',
    );
    expect(activityReason(facts({ active: true }), 7)).toBe('active');
  });

  it('tells the connection apart from the reports', () => {
    const connected = (attributes: Record<string, unknown>) =>
      isConnected(activityFacts(new Map(Object.entries(attributes))));
    expect(connected({ active: true, lastActivityTime: 9 })).toBe(false);
    expect(connected({ active: true, lastConnectTime: 5, lastDisconnectTime: 4 })).toBe(true);
    expect(connected({ active: false, lastConnectTime: 5 })).toBe(true);
    expect(connected({ active: true, lastConnectTime: 5, lastDisconnectTime: 6 })).toBe(false);
  });

  it('takes values as REST and as the live connection write them', () => {
    expect(reason({ active: 'true', lastActivityTime: '13' })).toBe('active');
    expect(activityFacts(new Map([['inactivityTimeout', '60000']])).inactivityTimeout).toBe(60_000);
  });
});
