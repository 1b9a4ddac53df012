import type { ClaimRequest } from '../claiming/device-claims.ts';
import type { DeviceContext } from '../entities/device-directory.ts';
import type { CallToDevice, DeliveryStatus } from '../rpc/device-calls.ts';
import type { AttributeEntry } from '../values/attribute.ts';
import type { KeyValue, TimedValues } from '../values/value.ts';

/** Why the platform ends a session. */
export type SessionEnd = 'newerSession' | 'credentialsChanged' | 'deviceDeleted' | 'inactive' | 'shutdown';

/** What a transport does for its session when the platform has something for the device. */
export interface SessionHandler {
  /** Shared attributes changed; only after subscribeAttributes. */
  sharedAttributes(entries: readonly AttributeEntry[]): void;
  /** Shared attributes are gone; only after subscribeAttributes. */
  sharedAttributesDeleted(keys: readonly string[]): void;
  /** A call of the platform; only after subscribeCalls. The transport reports with `callDelivery` how it goes. */
  call(call: CallToDevice): void;
  /** The platform ended the session; the transport closes its connection. */
  ended(reason: SessionEnd): void;
  /** The device sleeps: nothing comes from it, and its session stays nevertheless. */
  sleeps?(): boolean;
}

export interface SessionOptions {
  /**
   * 'connection': a lasting connection; a newer one of the same device ends it, and opening and closing count as
   * connect and disconnect. 'request': a short session of one request.
   */
  kind: 'connection' | 'request';
}

/** Keys that a device requests; neither given: all of both scopes; only one of the two: only that scope. */
export interface AttributesRequest {
  client?: string[];
  shared?: string[];
}

/**
 * How the numbers of a JSON text are typed: 'json' as device-protocols.md §2.2 says; 'schema' when a schema has typed
 * them already and they are written so that it shows (DOUBLE with a point or an exponent, else LONG).
 */
export type NumberTyping = 'json' | 'schema';

/** Attributes as a device requested them. */
export interface AttributesReply {
  client: AttributeEntry[];
  shared: AttributeEntry[];
}

/** One session of a device: the few calls into which every transport translates its protocol. */
export interface DeviceSession {
  readonly id: string;
  /** The current device: replaced when it, its profile or its tenant's limits change. */
  readonly context: DeviceContext;
  /** Notes that the device is there. The calls below do so themselves. */
  activity(): void;
  /** Notes that the device asks to be told of something: a message like others. @throws RateLimitError */
  begin(): void;
  /**
   * Stores telemetry; resolves when it is committed, and only then may it be acknowledged.
   * @param telemetry JSON text in any of its forms, or values that the transport has typed already
   * @throws PayloadError (including KeyLimitError), RateLimitError synchronously
   */
  postTelemetry(telemetry: string | TimedValues[], numbers?: NumberTyping): Promise<void>;
  /** Stores client attributes, as postTelemetry. */
  postAttributes(attributes: string | KeyValue[], numbers?: NumberTyping): Promise<void>;
  getAttributes(keys: AttributesRequest): Promise<AttributesReply>;
  /** Lets the device be claimed, where it may be. */
  claim(request: ClaimRequest): Promise<void>;
  subscribeAttributes(on: boolean): void;
  /** @param waiting which of the pending calls are passed on immediately */
  subscribeCalls(on: boolean, waiting?: 'all' | 'first'): void;
  callDelivery(requestId: number, status: DeliveryStatus): void;
  /** The call could not be written in the form the device understands. */
  callFailed(requestId: number, error: string): void;
  /** The device's answer to a call of the platform. */
  answerCall(requestId: number, payload: string): void;
  /**
   * A call of the device: `payload` is `{"method":…,"params":…}`. Resolves with the JSON text of the answer.
   * @param accepted runs when the call is committed, before the answer
   */
  callPlatform(requestId: number, payload: string, accepted?: () => void): Promise<string>;
  close(): void;
}
