import { steadyNow } from '../../../config/steady-clock.ts';
import { ApiError } from '../../../http/errors.ts';
import type { CallToDevice } from '../../../rpc/device-calls.ts';
import { KeyLimitError } from '../../../telemetry/key-limits.ts';
import type { AttributeEntry } from '../../../values/attribute.ts';
import type { DeviceSession, SessionHandler } from '../../device-session.ts';
import { DevicePartError } from './gateway-format.ts';

/** What a device behind a gateway needs of it. */
export interface OwnGateway {
  /** Opens a session for a device, whose handler is given. */
  open(name: string, type: string, handler: SessionHandler): Promise<DeviceSession>;
  sharedAttributes(device: string, entries: readonly AttributeEntry[]): void;
  sharedAttributesDeleted(device: string, keys: readonly string[]): void;
  call(device: string, session: DeviceSession, call: CallToDevice): void;
  /** The platform has ended the session of the device. */
  forget(device: GatewayDevice): void;
}

/** ms for which a device that could not be opened is not tried again, so that it costs its gateway's tenant alone. */
const REFUSED_FOR = 10_000;

/** Whether it concerns one device only: what a message says of the others can be stored. */
export const isOfOneDevice = (error: unknown): error is Error =>
  error instanceof DevicePartError || error instanceof KeyLimitError || error instanceof ApiError;

/** A device behind a gateway: its session, or the way to it. */
export class GatewayDevice implements SessionHandler {
  readonly name: string;
  readonly #gateway: OwnGateway;
  readonly #type: string;
  #session: DeviceSession | undefined;
  #opening: Promise<DeviceSession> | undefined;
  #refused: { error: Error; until: number } | undefined;

  constructor(name: string, type: string, gateway: OwnGateway) {
    this.name = name;
    this.#type = type;
    this.#gateway = gateway;
  }

  /** Its session, if it is open by now. */
  get session(): DeviceSession | undefined {
    return this.#session;
  }

  /** Its session, opened if it has none. */
  opened(): Promise<DeviceSession> {
    if (this.#session) return Promise.resolve(this.#session);
    if (this.#refused && steadyNow() < this.#refused.until) return Promise.reject(this.#refused.error);
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<DeviceSession> {
    try {
      const session = await this.#gateway.open(this.name, this.#type, this);
      this.#refused = undefined;
      this.#session = session;
      session.subscribeAttributes(true);
      session.subscribeCalls(true, 'all');
      return session;
    } catch (error) {
      if (isOfOneDevice(error)) this.#refused = { error, until: steadyNow() + REFUSED_FOR };
      throw error;
    } finally {
      this.#opening = undefined;
    }
  }

  /** Ends its session; one that is being opened ends after what has waited for it. */
  close(): void {
    this.#opening?.then(
      () => this.close(),
      () => undefined,
    );
    const session = this.#session;
    this.#session = undefined;
    session?.close();
  }

  // SessionHandler

  sharedAttributes(entries: readonly AttributeEntry[]): void {
    this.#gateway.sharedAttributes(this.name, entries);
  }

  sharedAttributesDeleted(keys: readonly string[]): void {
    this.#gateway.sharedAttributesDeleted(this.name, keys);
  }

  call(call: CallToDevice): void {
    if (this.#session) this.#gateway.call(this.name, this.#session, call);
  }

  ended(): void {
    this.#session = undefined;
    this.#gateway.forget(this);
  }
}
