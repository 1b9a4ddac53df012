import { DEFAULT_ATTRIBUTES_TOPIC } from '@signalbox/contract/device-profile';
import type { OtaPackageType } from '@signalbox/contract/ota-package';
import type { PayloadChoice } from '../payload/choose-format.ts';

/** The names under which a device is answered: those it used last. */
export type TopicFamily = 'v1' | 'v2' | 'v2Json' | 'v2Proto';

/** The request in a publish of a device. */
export type PublishAction =
  | { kind: 'telemetry' | 'attributes' | 'claim'; family: TopicFamily }
  | { kind: 'attributesRequest' | 'callAnswer' | 'call'; family: TopicFamily; requestId: number }
  /** A topic of gateways, which devices are not. */
  | { kind: 'gateway' }
  /** A part of a firmware or software package. */
  | { kind: 'packageRequest'; type: OtaPackageType; requestId: string; chunk: number }
  /** A request topic whose id is not a number. */
  | { kind: 'badRequestId' }
  | { kind: 'unknown' };

const TELEMETRY: PublishAction = { kind: 'telemetry', family: 'v1' };
const ATTRIBUTES: PublishAction = { kind: 'attributes', family: 'v1' };
const GATEWAY: PublishAction = { kind: 'gateway' };
const UNKNOWN: PublishAction = { kind: 'unknown' };
const BAD_REQUEST_ID: PublishAction = { kind: 'badRequestId' };

/** Publish topics of short names; the two of v1 come from the profile. */
const FIXED: ReadonlyMap<string, PublishAction> = new Map<string, PublishAction>([
  ['v1/devices/me/claim', { kind: 'claim', family: 'v1' }],
  ['v2/t', { kind: 'telemetry', family: 'v2' }],
  ['v2/t/j', { kind: 'telemetry', family: 'v2Json' }],
  ['v2/t/p', { kind: 'telemetry', family: 'v2Proto' }],
  ['v2/a', { kind: 'attributes', family: 'v2' }],
  ['v2/a/j', { kind: 'attributes', family: 'v2Json' }],
  ['v2/a/p', { kind: 'attributes', family: 'v2Proto' }],
]);

type RequestKind = 'attributesRequest' | 'callAnswer' | 'call';

/** Beginnings of topics that end with a request id, those with a longer form first. */
const REQUESTS: readonly [prefix: string, kind: RequestKind, family: TopicFamily][] = [
  ['v1/devices/me/attributes/request/', 'attributesRequest', 'v1'],
  ['v1/devices/me/rpc/response/', 'callAnswer', 'v1'],
  ['v1/devices/me/rpc/request/', 'call', 'v1'],
  ['v2/a/req/j/', 'attributesRequest', 'v2Json'],
  ['v2/a/req/p/', 'attributesRequest', 'v2Proto'],
  ['v2/a/req/', 'attributesRequest', 'v2'],
  ['v2/r/res/j/', 'callAnswer', 'v2Json'],
  ['v2/r/res/p/', 'callAnswer', 'v2Proto'],
  ['v2/r/res/', 'callAnswer', 'v2'],
  ['v2/r/req/j/', 'call', 'v2Json'],
  ['v2/r/req/p/', 'call', 'v2Proto'],
  ['v2/r/req/', 'call', 'v2'],
];

/** Beginning of the topics on which gateways speak for others. */
const GATEWAY_PREFIX = 'v1/gateway';
/** Kind, request and number of a part of a package. */
const PACKAGE_TOPIC = /^v2\/([fs])w\/request\/([^/]*)\/chunk\/([^/]*)$/;
/** Topic of the answers with parts of a package. */
export const packageTopic = (type: OtaPackageType, requestId: string, chunk: number): string =>
  `v2/${type === 'FIRMWARE' ? 'fw' : 'sw'}/response/${requestId}/chunk/${chunk}`;
/** Topic for errors of both kinds of package. */
export const PACKAGE_ERROR_TOPIC = 'v2/fw/error';

/** Parses the request of a publish to `topic`, with the two topics that the profile of the device names. */
export function publishAction(
  topic: string,
  profile: { telemetryTopic: string; attributesTopic: string },
): PublishAction {
  // Topics of gateways are theirs, whatever the filters of the profile say.
  if (topic.startsWith(GATEWAY_PREFIX)) return GATEWAY;
  if (matchesFilter(profile.attributesTopic, topic)) return ATTRIBUTES;
  if (matchesFilter(profile.telemetryTopic, topic)) return TELEMETRY;
  const fixed = FIXED.get(topic);
  if (fixed) return fixed;
  for (const [prefix, kind, family] of REQUESTS) {
    if (!topic.startsWith(prefix)) continue;
    const id = topic.slice(prefix.length);
    return isRequestId(id) ? { kind, family, requestId: Number(id) } : BAD_REQUEST_ID;
  }
  const [, kind, requestId = '', chunk = ''] = PACKAGE_TOPIC.exec(topic) ?? [];
  if (!kind) return UNKNOWN;
  if (!isRequestId(requestId) || !/^\d{1,10}$/.test(chunk)) return BAD_REQUEST_ID;
  return { kind: 'packageRequest', type: kind === 'f' ? 'FIRMWARE' : 'SOFTWARE', requestId, chunk: Number(chunk) };
}

/** Whether it is a number of the 32 bits that a request id has in messages. */
const isRequestId = (text: string): boolean => /^-?\d{1,10}$/.test(text) && (Number(text) | 0) === Number(text);

/** Whether `topic` matches a filter with `+` for one level and `#` for all below. */
export function matchesFilter(filter: string, topic: string): boolean {
  if (filter === topic) return true;
  if (!filter.includes('+') && !filter.includes('#')) return false;
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (let level = 0; level < wanted.length; level++) {
    if (wanted[level] === '#') return true;
    if (level >= levels.length) return false;
    if (wanted[level] !== '+' && wanted[level] !== levels[level]) return false;
  }
  return wanted.length === levels.length;
}

/** What a subscription turns on; the rest only sets the QoS of answers. */
export interface SubscriptionEffect {
  attributes?: TopicFamily;
  calls?: TopicFamily;
}

/** Filters that a device can subscribe, and what each turns on. */
const SUBSCRIPTIONS: Record<string, SubscriptionEffect> = {
  [DEFAULT_ATTRIBUTES_TOPIC]: { attributes: 'v1' },
  'v2/a': { attributes: 'v2' },
  'v2/a/j': { attributes: 'v2Json' },
  'v2/a/p': { attributes: 'v2Proto' },
  'v1/devices/me/rpc/request/+': { calls: 'v1' },
  'v2/r/req/+': { calls: 'v2' },
  'v2/r/req/j/+': { calls: 'v2Json' },
  'v2/r/req/p/+': { calls: 'v2Proto' },
  'v1/devices/me/attributes/response/+': {},
  'v2/a/res/+': {},
  'v2/a/res/j/+': {},
  'v2/a/res/p/+': {},
  'v1/devices/me/rpc/response/+': {},
  'v2/r/res/+': {},
  'v2/r/res/j/+': {},
  'v2/r/res/p/+': {},
  'v2/fw/response/+/chunk/+': {},
  'v2/fw/error': {},
  'v2/sw/response/+/chunk/+': {},
  'v2/sw/error': {},
  'v1/gateway/attributes': {},
  'v1/gateway/attributes/response': {},
  'v1/gateway/rpc': {},
  '/provision/response': {},
};

/** What subscribing `filter` turns on; undefined when it cannot be subscribed. */
export function subscriptionEffect(filter: string): SubscriptionEffect | undefined {
  return Object.hasOwn(SUBSCRIPTIONS, filter) ? SUBSCRIPTIONS[filter] : undefined;
}

/** Topics of messages to a device of a family. */
export const DOWNLINK: Record<
  TopicFamily,
  { attributes: string; attributesResponse: string; call: string; callResponse: string }
> = {
  v1: {
    attributes: DEFAULT_ATTRIBUTES_TOPIC,
    attributesResponse: 'v1/devices/me/attributes/response/',
    call: 'v1/devices/me/rpc/request/',
    callResponse: 'v1/devices/me/rpc/response/',
  },
  v2: {
    attributes: 'v2/a',
    attributesResponse: 'v2/a/res/',
    call: 'v2/r/req/',
    callResponse: 'v2/r/res/',
  },
  v2Json: {
    attributes: 'v2/a/j',
    attributesResponse: 'v2/a/res/j/',
    call: 'v2/r/req/j/',
    callResponse: 'v2/r/res/j/',
  },
  v2Proto: {
    attributes: 'v2/a/p',
    attributesResponse: 'v2/a/res/p/',
    call: 'v2/r/req/p/',
    callResponse: 'v2/r/res/p/',
  },
};

/** What the topics of a family say of their payloads. */
export const PAYLOADS: Record<TopicFamily, PayloadChoice> = {
  v1: 'v1',
  v2: 'profile',
  v2Json: 'json',
  v2Proto: 'protobuf',
};
