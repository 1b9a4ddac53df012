import type { MessageLog } from '../../../messages/message-log.ts';
import type { DeviceSessions } from '../../device-sessions.ts';
import { retryUntilCurrent } from '../../outdated-device.ts';
import { coapProfile } from '../coap-profile.ts';
import { CoapError, Code, ContentFormat } from '../codes.ts';
import type { DeviceLookup } from '../device-lookup.ts';
import { SILENT } from '../device-resource.ts';
import type { Asker, CoapAnswer } from '../message-layer.ts';
import { type CoapRequest, uintOption } from '../request.ts';
import type { Uploads } from '../uploads.ts';
import { readEfentoMessage } from './efento-message.ts';
import { efentoTelemetry } from './efento-telemetry.ts';

export interface EfentoResourceParts {
  lookUp: DeviceLookup;
  sessions: Pick<DeviceSessions, 'open'>;
  messageLog: Pick<MessageLog, 'pressure'>;
  /** For bodies whose senders are not known before they are whole. */
  uploads: Uploads;
}

/** What sensors of Efento send and ask: `efento/m`, `i`, `c` and `t` (device-protocols.md §7.5). */
export function createEfentoResource({ lookUp, sessions, messageLog, uploads }: EfentoResourceParts) {
  async function measurements(request: CoapRequest, asker: Asker): Promise<CoapAnswer> {
    const { endpoint, confirmable } = asker;
    const step = uploads.take(endpoint.key, request);
    if ('answer' in step) return step.answer;
    const message = readEfentoMessage(step.body);
    const found = await lookUp(message.cloudToken, endpoint);
    if (found === 'later') return found;
    asker.device = { id: found.device.id, token: message.cloudToken };
    if (messageLog.pressure(found.device.tenantId).full) return 'later';
    if (coapProfile(found.profile).deviceType !== 'EFENTO') {
      throw new CoapError(Code.badRequest, 'The profile of the device is not for sensors of Efento');
    }
    const telemetry = efentoTelemetry(message);
    const session = await retryUntilCurrent(async () => {
      const context = await lookUp(message.cloudToken, endpoint);
      if (context === 'later') throw new CoapError(Code.unavailable, '');
      return sessions.open(context, SILENT, { kind: 'request' });
    });
    try {
      await session.postTelemetry(telemetry);
    } finally {
      session.close();
    }
    return confirmable ? { code: Code.created } : 'none';
  }

  return async function handle(request: CoapRequest, asker: Asker): Promise<CoapAnswer> {
    const [, name, ...rest] = request.path;
    if (rest.length > 0) throw new CoapError(Code.notFound, '');
    const isPost = request.method === Code.post;
    if (name === 't' && request.method === Code.get) return time();
    if (name === 'm' && isPost) return measurements(request, asker);
    if ((name === 'i' || name === 'c') && isPost) return asker.confirmable ? { code: Code.created } : 'none';
    throw new CoapError(name === undefined || !'mict'.includes(name) ? Code.notFound : Code.methodNotAllowed, '');
  };
}

/** Seconds since 1970 in four bytes. */
function time(): CoapAnswer {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32BE(Math.floor(Date.now() / 1000));
  return { code: Code.content, options: [uintOption('Content-Format', ContentFormat.octets)], payload };
}
