import type { Varbind } from 'net-snmp';
import { type Exchange, type ExchangeLog, settleWith } from '../exchanges/exchange-log.ts';
import type { RequestObserver } from './snmp-client.ts';
import { textOfVarbind } from './snmp-values.ts';

const nameOf = (object: string | Varbind): string => (typeof object === 'string' ? object : object.oid);
const lineOf = (varbind: Varbind): string => `${varbind.oid} = ${textOfVarbind(varbind) ?? '(there is none)'}`;

/** Requests to a device of SNMP, its answers and its notifications, in its log. */
export function createRequestNotes(log: ExchangeLog, deviceId: string) {
  /** What came last, until it is stored. */
  let received: Exchange | undefined;

  function answered(kind: string, varbinds: readonly Varbind[]): void {
    received = log.begin(deviceId, {
      direction: 'IN',
      protocol: 'SNMP',
      kind,
      address: varbinds.map(nameOf).join(', '),
      detail: `${varbinds.length} objects`,
      payload: varbinds.map(lineOf).join('\n'),
    });
  }

  const requested: RequestObserver['requested'] = (kind, objects) => {
    if (!log.isWatching || !log.watches(deviceId)) return undefined;
    const noted = log.begin(deviceId, {
      direction: 'OUT',
      protocol: 'SNMP',
      kind,
      address: objects.map(nameOf).join(', '),
      detail: `${objects.length} objects`,
      payload: objects.flatMap((object) => (typeof object === 'string' ? [] : [lineOf(object)])).join('\n'),
    });
    return (result) => {
      if (result instanceof Error) {
        noted?.settle('FAILED', result.message);
        return;
      }
      noted?.settle('ACKNOWLEDGED');
      answered('RESPONSE', result);
      // Only values that the device is asked for regularly are stored.
      if (kind !== 'GET') received?.settle('ACCEPTED');
    };
  };

  return {
    requested,
    /** A notification has come. */
    trap(varbinds: readonly Varbind[]): void {
      if (log.isWatching && log.watches(deviceId)) answered('TRAP', varbinds);
    },
    /** Stores what came last, and notes whether that succeeded. */
    storing(work: () => Promise<void>): Promise<void> {
      const exchange = received;
      received = undefined;
      return exchange ? settleWith(exchange, work) : work();
    },
  };
}
