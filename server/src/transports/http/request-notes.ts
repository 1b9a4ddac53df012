import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/errors.ts';
import type { Exchange, ExchangeLog } from '../exchanges/exchange-log.ts';
import { decodedPart, withoutToken, withoutTokenIn } from '../exchanges/exchange-payload.ts';

/** Requests of devices over HTTP and their answers, in the logs of the devices. */
export function createRequestNotes(log: ExchangeLog) {
  /** request → what is noted of it; only of devices that somebody looks at */
  const noted = new WeakMap<FastifyRequest, { deviceId: string; address: string; exchange: Exchange }>();

  return {
    begin(request: FastifyRequest, deviceId: string, token: string): void {
      if (!log.watches(deviceId)) return;
      const address = withoutToken(request.url, token);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const exchange = log.begin(deviceId, {
        direction: 'IN',
        protocol: 'HTTP',
        kind: request.method,
        address,
        detail: request.headers['content-type'] ?? '',
        payload: withoutTokenIn(body, token),
        isSecret: /\/claim(\?|$)/.test(decodedPart(address)),
      });
      if (exchange) noted.set(request, { deviceId, address, exchange });
    },
    answered(request: FastifyRequest): void {
      noted.get(request)?.exchange.settle('ACCEPTED', '200');
    },
    /** @param error as it is told to the device */
    refused(request: FastifyRequest, error: unknown): void {
      const status = error instanceof ApiError ? error.status : 500;
      // A poll for which nothing came is none of the device's fault.
      const outcome = status === 408 ? 'IGNORED' : 'REFUSED';
      const reason = error instanceof ApiError ? error.message : 'The request could not be processed';
      noted.get(request)?.exchange.settle(outcome, `${status} ${reason}`);
    },
    /** JSON goes to the device. */
    replied(request: FastifyRequest, payload: string): void {
      const known = noted.get(request);
      if (!known) return;
      const { deviceId, address } = known;
      log.begin(deviceId, { direction: 'OUT', protocol: 'HTTP', kind: '200', address, payload, outcome: 'SENT' });
    },
  };
}
