import { describe, expect, it } from 'vitest';
import { matchesFilter, publishAction, subscriptionEffect } from './topics.ts';

const DEFAULTS = { telemetryTopic: 'v1/devices/me/telemetry', attributesTopic: 'v1/devices/me/attributes' };

describe('what a publish asks for', () => {
  it.each([
    ['v1/devices/me/telemetry', { kind: 'telemetry', family: 'v1' }],
    ['v2/t', { kind: 'telemetry', family: 'v2' }],
    ['v2/t/j', { kind: 'telemetry', family: 'v2Json' }],
    ['v2/t/p', { kind: 'telemetry', family: 'v2Proto' }],
    ['v1/devices/me/attributes', { kind: 'attributes', family: 'v1' }],
    ['v2/a/j', { kind: 'attributes', family: 'v2Json' }],
    ['v1/devices/me/attributes/request/12', { kind: 'attributesRequest', family: 'v1', requestId: 12 }],
    ['v2/a/req/-1', { kind: 'attributesRequest', family: 'v2', requestId: -1 }],
    ['v2/a/req/j/3', { kind: 'attributesRequest', family: 'v2Json', requestId: 3 }],
    ['v2/a/req/p/3', { kind: 'attributesRequest', family: 'v2Proto', requestId: 3 }],
    ['v1/devices/me/rpc/request/1', { kind: 'call', family: 'v1', requestId: 1 }],
    ['v2/r/res/j/0', { kind: 'callAnswer', family: 'v2Json', requestId: 0 }],
    ['v1/devices/me/rpc/response/x', { kind: 'badRequestId' }],
    ['v1/devices/me/rpc/response/', { kind: 'badRequestId' }],
    ['v2/r/req/2147483647', { kind: 'call', family: 'v2', requestId: 2_147_483_647 }],
    ['v2/r/req/2147483648', { kind: 'badRequestId' }],
    ['v1/gateway/telemetry', { kind: 'gateway' }],
    ['v1/devices/me/claim', { kind: 'claim', family: 'v1' }],
    ['v2/fw/request/1/chunk/0', { kind: 'packageRequest', type: 'FIRMWARE', requestId: '1', chunk: 0 }],
    ['v2/sw/request/007/chunk/12', { kind: 'packageRequest', type: 'SOFTWARE', requestId: '007', chunk: 12 }],
    ['v2/fw/request/x7/chunk/0', { kind: 'badRequestId' }],
    ['v2/sw/request//chunk/0', { kind: 'badRequestId' }],
    ['v2/fw/request/4294967296/chunk/0', { kind: 'badRequestId' }],
    ['v2/fw/request/1/chunk/x', { kind: 'badRequestId' }],
    ['v2/fw/request/1', { kind: 'unknown' }],
    ['__proto__', { kind: 'unknown' }],
  ])('%s', (topic, action) => {
    expect(publishAction(topic, DEFAULTS)).toEqual(action);
  });

  it('looks at the topics of the profile first, attributes before telemetry', () => {
    const profile = { telemetryTopic: '#', attributesTopic: 'plant/+/a' };
    expect(publishAction('plant/1/a', profile)).toEqual({ kind: 'attributes', family: 'v1' });
    expect(publishAction('v1/devices/me/attributes', profile)).toEqual({ kind: 'telemetry', family: 'v1' });
    expect(publishAction('v1/devices/me/telemetry', { ...DEFAULTS, telemetryTopic: 'own' })).toEqual({
      kind: 'unknown',
    });
  });

  it('leaves the topics of gateways to them, whatever the profile says', () => {
    for (const profile of [
      { telemetryTopic: '#', attributesTopic: 'a' },
      { telemetryTopic: 'v1/+/telemetry', attributesTopic: 'v1/#' },
    ]) {
      expect(publishAction('v1/gateway/telemetry', profile)).toEqual({ kind: 'gateway' });
    }
  });
});

describe('topic filters', () => {
  it.each([
    ['a/b', 'a/b', true],
    ['a/+', 'a/b', true],
    ['a/+', 'a/b/c', false],
    ['a/+/c', 'a/b/c', true],
    ['a/#', 'a', true],
    ['a/#', 'a/b/c', true],
    ['#', 'anything/at/all', true],
    ['a/b', 'a/b/', false],
    ['+', 'a', true],
    ['+', '', true],
  ])('%s and %s: %s', (filter, topic, matches) => {
    expect(matchesFilter(filter, topic)).toBe(matches);
  });

  it('of devices are a fixed list', () => {
    expect(subscriptionEffect('v2/r/req/j/+')).toEqual({ calls: 'v2Json' });
    expect(subscriptionEffect('v1/devices/me/attributes')).toEqual({ attributes: 'v1' });
    expect(subscriptionEffect('v2/a/p')).toEqual({ attributes: 'v2Proto' });
    expect(subscriptionEffect('v1/gateway/rpc')).toEqual({});
    for (const filter of ['#', 'v2/t/p', 'toString', '$share/x/v2/a'])
      expect(subscriptionEffect(filter)).toBeUndefined();
  });
});
