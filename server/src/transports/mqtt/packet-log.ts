import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet';
import type { Exchange, ExchangeLog, NewExchange } from '../exchanges/exchange-log.ts';
import { PacketType, type ProtocolVersion, type PublishFrame } from './frames.ts';

const VERSIONS: Record<ProtocolVersion, string> = { 3: '3.1', 4: '3.1.1', 5: '5.0' };
/** Acknowledgements that are waited for; those of further publishes are not told. */
const MAX_UNACKNOWLEDGED = 100;

const isClaim = (topic: string): boolean => topic.endsWith('claim');

function publishDetail(qos: number, messageId: number | undefined, flags: { dup?: boolean; retain?: boolean }): string {
  const parts = [`QoS ${qos}`];
  if (qos > 0 && messageId) parts.push(`packet ${messageId}`);
  if (flags.dup) parts.push('repeated');
  if (flags.retain) parts.push('retained');
  return parts.join(', ');
}

/** Packets of one connection, in the log of its device. */
export class PacketLog {
  readonly #log: ExchangeLog;
  readonly #deviceId: string;
  /** What came and is being worked on. */
  readonly #taken = new Set<Exchange>();
  /** packet identifier → publish that the device is to acknowledge */
  readonly #unacknowledged = new Map<number, Exchange>();

  constructor(log: ExchangeLog, deviceId: string) {
    this.#log = log;
    this.#deviceId = deviceId;
  }

  #begin(exchange: Omit<NewExchange, 'protocol'>): Exchange | undefined {
    return this.#log.begin(this.#deviceId, { protocol: 'MQTT', ...exchange });
  }

  /** A client of the device comes; neither its client id nor what it shows as user name or password is kept. */
  connect(packet: IConnectPacket, version: ProtocolVersion, withCertificate: boolean, refusal?: string): void {
    const shown = [
      ...(withCertificate ? ['certificate'] : []),
      ...(packet.username ? ['user name'] : []),
      ...(packet.password ? ['password'] : []),
    ];
    this.#begin({
      direction: 'IN',
      kind: 'CONNECT',
      detail: `MQTT ${VERSIONS[version]}, keep-alive ${packet.keepalive ?? 0} s, ${
        shown.length > 0 ? `with ${shown.join(' and ')}` : 'by its client id'
      }`,
      outcome: refusal === undefined ? 'ACCEPTED' : 'REFUSED',
      ...(refusal === undefined ? {} : { reason: refusal }),
    });
  }

  /** The client publishes. @returns undefined when nobody looks any more */
  published(topic: string, { qos, messageId, payload }: PublishFrame): Exchange | undefined {
    const exchange = this.#begin({
      direction: 'IN',
      kind: 'PUBLISH',
      address: topic,
      detail: publishDetail(qos, messageId, {}),
      payload,
      isSecret: isClaim(topic),
    });
    if (!exchange) return undefined;
    this.#taken.add(exchange);
    return {
      settle: (outcome, reason) => {
        this.#taken.delete(exchange);
        exchange.settle(outcome, reason);
      },
    };
  }

  /** Any other packet of the client. */
  received(kind: string, about: Pick<NewExchange, 'address' | 'outcome' | 'reason'> = {}): void {
    this.#begin({ direction: 'IN', kind, outcome: 'ACCEPTED', ...about });
  }

  /** SUBSCRIBE with what was granted: a QoS for each filter, or 128 and more for those that are refused. */
  subscribed(filters: readonly string[], granted: readonly number[]): void {
    const refused = granted.filter((code) => code >= 0x80).length;
    this.received('SUBSCRIBE', {
      address: filters.join(', '),
      outcome: refused === 0 ? 'ACCEPTED' : 'REFUSED',
      reason:
        refused === 0
          ? `granted with QoS ${granted.join(', ')}`
          : `${refused} of ${filters.length} filters: a device can only subscribe to its own topics`,
    });
  }

  /** Bytes that go to the client. Publishes alone are told; what else goes there is the outcome of what came. */
  sent(bytes: Buffer, version: ProtocolVersion): void {
    if ((bytes[0] as number) >> 4 !== PacketType.publish) return;
    let packet: Packet | undefined;
    const parser = mqttPacket.parser({ protocolVersion: version });
    parser.on('packet', (read: Packet) => {
      packet = read;
    });
    parser.parse(bytes);
    if (packet?.cmd !== 'publish') return;
    const { topic, qos, messageId, dup, retain, payload } = packet;
    const exchange = this.#begin({
      direction: 'OUT',
      kind: 'PUBLISH',
      address: topic,
      detail: publishDetail(qos, messageId, { dup, retain }),
      payload,
      outcome: qos === 0 ? 'SENT' : 'PENDING',
    });
    if (qos === 0 || !exchange || messageId === undefined) return;
    if (this.#unacknowledged.size < MAX_UNACKNOWLEDGED) this.#unacknowledged.set(messageId, exchange);
  }

  /** The client's PUBACK. */
  acknowledged(messageId: number, reasonCode: number): void {
    const exchange = this.#unacknowledged.get(messageId);
    this.#unacknowledged.delete(messageId);
    if (reasonCode >= 0x80) exchange?.settle('FAILED', `the device refused it with 0x${reasonCode.toString(16)}`);
    else exchange?.settle('ACKNOWLEDGED');
  }

  /** What came last cannot be dealt with. */
  failed(reason: string): void {
    for (const exchange of this.#taken) exchange.settle('REFUSED', reason);
    this.#taken.clear();
  }

  /** The connection ends. @param by who ends it */
  closed(by: 'device' | 'platform', reason: string): void {
    this.#begin(
      by === 'device'
        ? { direction: 'IN', kind: 'CLOSE', outcome: 'ACCEPTED', reason }
        : { direction: 'OUT', kind: 'CLOSE', outcome: 'SENT', reason },
    );
    for (const exchange of this.#unacknowledged.values()) exchange.settle('FAILED', 'the connection has ended');
    this.#unacknowledged.clear();
  }
}
