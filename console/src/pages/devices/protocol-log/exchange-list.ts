import { type DeviceExchange, type DeviceExchanges, MAX_EXCHANGES } from '@signalbox/contract/device-exchange';

/** What of the log is shown. */
export const SHOWN = ['all', 'IN', 'OUT', 'refused'] as const;
export type Shown = (typeof SHOWN)[number];

/** The exchanges after an answer of the server, the oldest first. */
export function merged(known: readonly DeviceExchange[], answer: DeviceExchanges): readonly DeviceExchange[] {
  if (answer.isNew) return answer.exchanges;
  if (answer.exchanges.length === 0) return known;
  const byId = new Map(known.map((exchange) => [exchange.id, exchange]));
  for (const exchange of answer.exchanges) byId.set(exchange.id, exchange);
  return [...byId.values()].sort((one, other) => one.id - other.id).slice(-MAX_EXCHANGES);
}

export const isRefused = ({ outcome }: DeviceExchange): boolean => outcome === 'REFUSED' || outcome === 'FAILED';

/** The exchanges that are asked for, the newest first. @param after those with greater ids only */
export function filtered(
  exchanges: readonly DeviceExchange[],
  shown: Shown,
  search: string,
  after: number,
): readonly DeviceExchange[] {
  const wanted = search.trim().toLowerCase();
  return exchanges
    .filter((exchange) => {
      if (exchange.id <= after) return false;
      if (shown === 'refused' && !isRefused(exchange)) return false;
      if ((shown === 'IN' || shown === 'OUT') && exchange.direction !== shown) return false;
      const { protocol, kind, address, detail, payload, reason } = exchange;
      return (
        wanted === '' || [protocol, kind, address, detail, payload, reason].join(' ').toLowerCase().includes(wanted)
      );
    })
    .reverse();
}

/** JSON with its members below each other; what is no JSON, or only the beginning of it, as it is. */
export function prettyPayload({ format, payload, isCut }: DeviceExchange): string {
  if (format === 'HEX') return payload.replace(/(..)(?=.)/g, '$1 ');
  if (format !== 'JSON' || isCut) return payload;
  return indented(payload);
}

/** Numbers stay as they are written, which parsing would not keep. */
function indented(json: string): string {
  try {
    JSON.parse(json);
  } catch {
    return json;
  }
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return json.replace(/"(?:[^"\\]|\\.)*"|[{[]\s*[\]}]|[{}[\],:]|\s+/g, (part) => {
    const first = part.charAt(0);
    if (first === '"') return part;
    if (/^\s/.test(part)) return '';
    if (part.length > 1) return `${first}${part.at(-1)}`;
    if (first === ':') return ': ';
    if (first === ',') return `,${line()}`;
    if (first === '{' || first === '[') {
      depth++;
      return `${first}${line()}`;
    }
    depth--;
    return `${line()}${first}`;
  });
}

/** The exchanges as lines of text, in the order in which they happened. */
export function asText(exchanges: readonly DeviceExchange[]): string {
  return [...exchanges]
    .sort((one, other) => one.id - other.id)
    .map((exchange) => {
      const { time, direction, protocol, kind, address, detail, size, outcome, reason, duration } = exchange;
      const head = [
        new Date(time).toISOString(),
        direction === 'IN' ? '<-' : '->',
        protocol,
        kind,
        address,
        detail && `(${detail})`,
        `${size} B`,
        outcome,
        duration === null ? '' : `${duration} ms`,
        reason,
      ];
      const payload = exchange.payload === '' ? [] : exchange.payload.split('\n').map((line) => `    ${line}`);
      return [head.filter((part) => part !== '').join(' '), ...payload, ...(exchange.isCut ? ['    …'] : [])].join(
        '\n',
      );
    })
    .join('\n')
    .concat('\n');
}
