import type { ExchangeProtocol } from '@signalbox/contract/device-exchange';
import { wallTimeOf } from '../../config/steady-clock.ts';
import type { Exchange, ExchangeLog } from '../exchanges/exchange-log.ts';
import { withoutToken, withoutTokenIn } from '../exchanges/exchange-payload.ts';
import { Code } from './codes.ts';
import type { ConfirmableOutcome } from './confirmables.ts';
import type { AskingDevice, Exchange as CoapExchange } from './endpoints.ts';
import type { CoapRequest, CoapResponse } from './request.ts';
import type { AskedRequest, GivenAnswer } from './requester.ts';

const METHODS: Readonly<Record<string, string>> = {
  [Code.get]: 'GET',
  [Code.post]: 'POST',
  [Code.put]: 'PUT',
  [Code.delete]: 'DELETE',
  [Code.fetch]: 'FETCH',
  [Code.ipatch]: 'iPATCH',
};

const isSuccess = (code: string): boolean => code.startsWith('2.');
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function requestDetail(request: CoapRequest, { confirmable, messageId, token }: CoapExchange): string {
  return [
    confirmable ? 'CON' : 'NON',
    `message ${messageId}`,
    ...(token.length > 0 ? [`token ${token.toString('hex')}`] : []),
    ...(request.observe === undefined ? [] : [request.observe === 0 ? 'begins to observe' : 'ends to observe']),
    ...(request.block1 ? [`block ${request.block1.number} of the request`] : []),
    ...(request.block2 ? [`block ${request.block2.number} of the answer`] : []),
  ].join(', ');
}

/** Path and query as people write them. */
function addressOf({ path, query }: Pick<CoapRequest, 'path' | 'query'>): string {
  const parts = [...query].map(([name, value]) => (value === '' ? name : `${name}=${value}`));
  return `/${path.join('/')}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
}

/** Who observes, and how a message to it fares. */
interface Observer {
  token: Buffer;
  confirmable: boolean;
  device?: AskingDevice | undefined;
}
interface Report {
  sent?: (messageId: number) => void;
  outcome?: (outcome: ConfirmableOutcome) => void;
}

/** Requests of devices and their answers, in the logs of the devices. */
export function createExchangeNotes(log: ExchangeLog, protocol: ExchangeProtocol) {
  return {
    /** A request has been answered. @param error why it was refused */
    answered(
      exchange: CoapExchange,
      request: CoapRequest,
      answer: CoapResponse | 'none' | 'later',
      error: unknown,
    ): void {
      const { device } = exchange;
      if (!device || !log.watches(device.id)) return;
      const noted = log.begin(device.id, {
        direction: 'IN',
        protocol,
        kind: METHODS[request.method] ?? request.method,
        address: withoutToken(addressOf(request), device.token),
        detail: requestDetail(request, exchange),
        payload: withoutTokenIn(request.payload, device.token),
        isSecret: request.path.at(-1)?.toLowerCase() === 'claim',
        time: wallTimeOf(exchange.at),
      });
      if (answer === 'later') noted?.settle('IGNORED', 'there is no room for it now; the device sends it again');
      else if (answer === 'none') noted?.settle('ACCEPTED');
      else if (!isSuccess(answer.code)) {
        noted?.settle('REFUSED', [answer.code, reasonOf(error ?? '')].join(' ').trim());
      } else {
        noted?.settle('ACCEPTED', answer.code);
        const { payload, code } = answer;
        if (!payload?.length) return;
        log.begin(device.id, { direction: 'OUT', protocol, kind: code, address: 'answer', payload, outcome: 'SENT' });
      }
    },

    /** A message goes to a device that observes. @returns how it fares, told to the log too */
    notified(asker: Observer, request: CoapRequest, response: CoapResponse, report: Report): Report {
      const { device } = asker;
      if (!device || !log.watches(device.id)) return report;
      const { code, payload = '' } = response;
      const noted = log.begin(device.id, {
        direction: 'OUT',
        protocol,
        kind: `NOTIFY ${code}`,
        address: withoutToken(addressOf(request), device.token),
        detail: `${asker.confirmable ? 'CON' : 'NON'}, token ${asker.token.toString('hex')}`,
        payload,
      });
      return {
        ...report,
        outcome: (outcome) => {
          if (outcome === 'acknowledged') noted?.settle(asker.confirmable ? 'ACKNOWLEDGED' : 'SENT');
          else
            noted?.settle('FAILED', outcome === 'reset' ? 'the device reset it' : 'the device did not acknowledge it');
          report.outcome?.(outcome);
        },
      };
    },
  };
}

/** Requests of the platform to one client and what it answers, in the log of its device. */
export function createAskedNotes(log: ExchangeLog, deviceId: string) {
  /** Keys of servers are in objects 0 and 21. */
  const isSecret = (path: readonly string[]): boolean => path[0] === '0' || path[0] === '21';

  function answered(
    request: AskedRequest,
    { code, payload }: GivenAnswer,
    isNotification: boolean,
  ): Exchange | undefined {
    return log.begin(deviceId, {
      direction: 'IN',
      protocol: 'LWM2M',
      kind: isNotification ? `NOTIFY ${code}` : code,
      address: `/${request.path.join('/')}`,
      payload,
      isSecret: isSecret(request.path),
      ...(isNotification ? {} : { outcome: isSuccess(code) ? 'ACCEPTED' : 'REFUSED' }),
    });
  }

  return {
    /** Asks, and notes both. */
    async requested<T>(request: AskedRequest, ask: () => Promise<T>, answerOf: (given: T) => GivenAnswer): Promise<T> {
      if (!log.isWatching || !log.watches(deviceId)) return ask();
      const noted = log.begin(deviceId, {
        direction: 'OUT',
        protocol: 'LWM2M',
        kind: METHODS[request.method] ?? request.method,
        address: `/${[...request.path].join('/')}${request.query?.length ? `?${request.query.join('&')}` : ''}`,
        detail: [
          ...(request.observe === undefined ? [] : [request.observe === 0 ? 'begins to observe' : 'ends to observe']),
          ...(request.contentFormat === undefined ? [] : [`content format ${request.contentFormat}`]),
          ...(request.accept === undefined ? [] : [`accepts format ${request.accept}`]),
          ...(request.body ? [`${request.body.size} bytes in blocks`] : []),
        ].join(', '),
        payload: request.payload ?? '',
        isSecret: isSecret(request.path),
      });
      try {
        const given = await ask();
        const answer = answerOf(given);
        noted?.settle(isSuccess(answer.code) ? 'ACKNOWLEDGED' : 'FAILED', answer.code);
        if (answer.payload.length > 0) answered(request, answer, false);
        return given;
      } catch (error) {
        noted?.settle('FAILED', reasonOf(error));
        throw error;
      }
    },

    /** Takes a notification of the client, and notes it. */
    async notified(request: AskedRequest, answer: GivenAnswer, take: () => Promise<void>): Promise<void> {
      if (!log.isWatching || !log.watches(deviceId)) return take();
      const noted = answered(request, answer, true);
      try {
        await take();
        noted?.settle(isSuccess(answer.code) ? 'ACCEPTED' : 'IGNORED');
      } catch (error) {
        noted?.settle('REFUSED', reasonOf(error));
        throw error;
      }
    },
  };
}
