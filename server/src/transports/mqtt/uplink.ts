import type { DeviceSession } from '../device-session.ts';
import { uplinkFormat } from '../payload/choose-format.ts';
import { FrameError } from './frames.ts';
import { mqttProfile } from './mqtt-profile.ts';
import type { Outbox } from './outbox.ts';
import { PackageRefusal, type PackageRequests } from './package-requests.ts';
import { Reason } from './reason-codes.ts';
import { PAYLOADS, type PublishAction, packageTopic } from './topics.ts';

/** What taking a publish needs of its connection. */
export interface UplinkConnection {
  /** Where answers go; undefined when the connection has ended in the meantime. */
  outbox(): Outbox | undefined;
  /** Downloads of the device. */
  packages(session: DeviceSession): PackageRequests;
  /** Resolves when most of what was sent has left. */
  drained(): Promise<void>;
  /** What was published cannot be dealt with. */
  fail(error: unknown): void;
}

/** The request in a device's publish; those for gateways are answered by the connection itself. */
export type DeviceAction = Exclude<PublishAction, { kind: 'gateway' }>;

/**
 * Handles the request of a publish.
 * @param done acknowledges it; runs when the data is safe, before any answer
 * @throws PayloadError, RateLimitError, FrameError synchronously; later errors go to the connection
 */
export function takePublish(
  session: DeviceSession,
  action: DeviceAction,
  payload: Buffer,
  connection: UplinkConnection,
  done: () => void,
): void {
  const fail = (error: unknown): void => connection.fail(error);
  switch (action.kind) {
    case 'unknown':
      session.activity();
      done();
      return;
    case 'packageRequest': {
      session.activity();
      const { type, requestId, chunk } = action;
      const answer = connection.packages(session).request(type, requestId, chunk, payload, async (bytes) => {
        connection.outbox()?.send(packageTopic(type, requestId, chunk), bytes);
        await connection.drained();
      });
      done();
      answer.catch((error: unknown) => {
        if (error instanceof PackageRefusal) connection.outbox()?.refusePackage(error.told);
        fail(error);
      });
      return;
    }
    case 'badRequestId':
      throw new FrameError('The request id in the topic is not a number of 32 bits', Reason.topicInvalid);
  }
  const format = uplinkFormat(PAYLOADS[action.family], mqttProfile(session.context.profile));
  switch (action.kind) {
    case 'telemetry':
      format.postTelemetry(session, payload).then(done, fail);
      return;
    case 'attributes':
      format.postAttributes(session, payload).then(done, fail);
      return;
    case 'claim':
      session.claim(format.readClaim(payload)).then(done, fail);
      return;
    case 'attributesRequest': {
      const { requestId, family } = action;
      session
        .getAttributes(format.readAttributesRequest(payload))
        .then((reply) => {
          done();
          connection.outbox()?.answerAttributes(family, requestId, reply);
        })
        .catch(fail);
      return;
    }
    case 'callAnswer':
      session.answerCall(action.requestId, format.readCallAnswer(payload));
      done();
      return;
    case 'call': {
      const { requestId, family } = action;
      session
        .callPlatform(requestId, format.readCall(payload), done)
        .then((answer) => connection.outbox()?.answerCall(family, requestId, answer))
        .catch(fail);
    }
  }
}
