import { ALARM_SEVERITIES, ALARM_STATUSES, type Alarm } from '@signalbox/contract/alarm';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acknowledgeAlarm, clearAlarm, mergeAlarm, newAlarm, type RaisedAlarm, stepOf } from './alarm-changes.ts';

const subject = { tenantId: NULL_UUID, originator: entityId('DEVICE', NULL_UUID), customerId: NULL_UUID, type: 'Hot' };
const raised: RaisedAlarm = {
  severity: 'MAJOR',
  status: 'ACTIVE_UNACK',
  startTs: 0,
  endTs: 0,
  ackTs: 0,
  clearTs: 0,
  details: null,
  propagate: false,
  propagateRelationTypes: [],
};
const alarm: Alarm = newAlarm(subject, { ...raised, startTs: 500 }, 1000);
const cause = { type: 'USER' as const, id: NULL_UUID, name: 'a@b.c' };

describe('a new alarm', () => {
  it('begins and ends now unless it says when', () => {
    expect(newAlarm(subject, raised, 1000)).toMatchObject({ startTs: 1000, endTs: 1000 });
    expect(alarm).toMatchObject({ startTs: 500, endTs: 500 });
    expect(newAlarm(subject, { ...raised, startTs: 500, endTs: 700 }, 1000).endTs).toBe(700);
  });
});

describe('an alarm that is raised again', () => {
  it('takes severity, status and details as given', () => {
    const again = mergeAlarm(
      alarm,
      { ...raised, severity: 'MINOR', status: 'ACTIVE_ACK', details: { a: 1 } },
      NULL_UUID,
    );
    expect(again).toMatchObject({
      severity: 'MINOR',
      status: 'ACTIVE_ACK',
      details: { a: 1 },
      type: 'Hot',
      startTs: 500,
    });
  });

  it('never goes back in time, stops being propagated, or loses a type of relations', () => {
    const anything = fc.record({
      severity: fc.constantFrom(...ALARM_SEVERITIES),
      status: fc.constantFrom(...ALARM_STATUSES),
      startTs: fc.nat(2000),
      endTs: fc.nat(2000),
      ackTs: fc.nat(2000),
      clearTs: fc.nat(2000),
      details: fc.constant(null),
      propagate: fc.boolean(),
      propagateRelationTypes: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
    });
    fc.assert(
      fc.property(fc.array(anything, { minLength: 1 }), (list) => {
        let current = alarm;
        for (const one of list) {
          const next = mergeAlarm(current, one, NULL_UUID);
          expect(next.endTs).toBe(Math.max(current.endTs, one.startTs, one.endTs));
          expect(next.ackTs).toBe(Math.max(current.ackTs, one.ackTs));
          expect(next.clearTs).toBe(Math.max(current.clearTs, one.clearTs));
          expect(next.propagate).toBe(current.propagate || one.propagate);
          expect([...next.propagateRelationTypes].sort()).toEqual(
            [...new Set([...current.propagateRelationTypes, ...one.propagateRelationTypes])].sort(),
          );
          expect(next.id).toEqual(alarm.id);
          current = next;
        }
      }),
    );
  });
});

describe('statuses', () => {
  it.each([
    ['ACTIVE_UNACK', 'ACTIVE_ACK', 'CLEARED_UNACK'],
    ['ACTIVE_ACK', undefined, 'CLEARED_ACK'],
    ['CLEARED_UNACK', 'CLEARED_ACK', undefined],
    ['CLEARED_ACK', undefined, undefined],
  ] as const)('%s is acknowledged to %s and cleared to %s', (status, acknowledged, cleared) => {
    expect(acknowledgeAlarm({ ...alarm, status }, 9)?.status).toBe(acknowledged);
    expect(clearAlarm({ ...alarm, status }, 9)?.status).toBe(cleared);
  });
});

describe('history', () => {
  it.each([
    [undefined, {}, 'CREATED'],
    [alarm, {}, 'UPDATED'],
    [alarm, { severity: 'MINOR' }, 'SEVERITY'],
    [alarm, { status: 'ACTIVE_ACK', severity: 'MINOR' }, 'ACKNOWLEDGED'],
    [alarm, { status: 'CLEARED_ACK' }, 'CLEARED'],
    [{ ...alarm, status: 'CLEARED_ACK' }, { status: 'ACTIVE_ACK' }, 'REOPENED'],
  ] as const)('of %o becoming %o says %s', (before, after, change) => {
    expect(stepOf(before, { ...alarm, ...after }, 1, cause).change).toBe(change);
  });
});
