import type { ClaimRequest } from '../claiming/device-claims.ts';
import type { DeviceContext } from '../entities/device-directory.ts';
import type { CallReceiver, CallToDevice, DeliveryStatus, DeviceCalls } from '../rpc/device-calls.ts';
import type { KeyValue, TimedValues } from '../values/value.ts';
import type {
  AttributesRequest,
  DeviceSession,
  NumberTyping,
  SessionHandler,
  SessionOptions,
} from './device-session.ts';
import type { DeviceUplink } from './device-uplink.ts';
import type { ActiveSession, SessionActivity } from './session-activity.ts';

/** A session with its own state; createSessionBehaviour defines its behaviour. */
export interface Session extends DeviceSession, CallReceiver, ActiveSession {
  context: DeviceContext;
  kind: SessionOptions['kind'];
  handler: SessionHandler;
  wantsAttributes: boolean;
  wantsCalls: boolean;
  closed: boolean;
}

export interface SessionBehaviourParts {
  uplink: DeviceUplink<Session>;
  deviceCalls: DeviceCalls;
  activity: SessionActivity;
  /** Counts one message with this many values against the limits of the tenant. @throws RateLimitError */
  count: (session: Session, values: number) => void;
  close: (session: Session) => void;
}

/** What sessions do for their transport; all share it, and each adds its own state. */
export function createSessionBehaviour({ uplink, deviceCalls, activity, count, close }: SessionBehaviourParts) {
  return {
    activity(this: Session) {
      activity.touch(this);
    },
    begin(this: Session) {
      count(this, 0);
    },
    postTelemetry(this: Session, telemetry: string | TimedValues[], numbers: NumberTyping = 'json') {
      return uplink.postTelemetry(this, telemetry, numbers);
    },
    postAttributes(this: Session, attributes: string | KeyValue[], numbers: NumberTyping = 'json') {
      return uplink.postAttributes(this, attributes, numbers);
    },
    getAttributes(this: Session, keys: AttributesRequest) {
      return uplink.getAttributes(this, keys);
    },
    claim(this: Session, request: ClaimRequest) {
      return uplink.claim(this, request);
    },
    callPlatform(this: Session, requestId: number, payload: string, accepted?: () => void) {
      return uplink.callPlatform(this, requestId, payload, accepted);
    },
    subscribeAttributes(this: Session, on: boolean) {
      activity.touch(this);
      this.wantsAttributes = on;
    },
    subscribeCalls(this: Session, on: boolean, waiting: 'all' | 'first' = 'all') {
      activity.touch(this);
      if (this.closed) return;
      const { id } = this.context.device;
      this.wantsCalls = on;
      if (on) deviceCalls.subscribe(id, this, waiting);
      else deviceCalls.unsubscribe(id, this);
    },
    receive(this: Session, call: CallToDevice) {
      this.handler.call(call);
    },
    callDelivery(this: Session, requestId: number, status: DeliveryStatus) {
      deviceCalls.delivery(this.context.device.id, requestId, status);
    },
    callFailed(this: Session, requestId: number, error: string) {
      deviceCalls.failed(this.context.device.id, requestId, error);
    },
    answerCall(this: Session, requestId: number, payload: string) {
      count(this, 0);
      deviceCalls.answer(this.context.device.id, requestId, payload);
    },
    close(this: Session) {
      close(this);
    },
  };
}

export type SessionBehaviour = ReturnType<typeof createSessionBehaviour>;
