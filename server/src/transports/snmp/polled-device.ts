import { entityId } from '@signalbox/contract/id';
import type { DeviceContext, DeviceDirectory } from '../../entities/device-directory.ts';
import type { TransportDevice } from '../../entities/transport-devices.ts';
import type { ReportRefusal } from '../../events/refusal-events.ts';
import type { MessageLog } from '../../messages/message-log.ts';
import type { CallToDevice } from '../../rpc/device-calls.ts';
import type { DeviceSession, SessionHandler } from '../device-session.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import type { ExchangeLog } from '../exchanges/exchange-log.ts';
import { retryUntilCurrent } from '../outdated-device.ts';
import { readCall } from './device-call.ts';
import { createDeviceReach } from './device-reach.ts';
import type { FindAddress } from './host-addresses.ts';
import { createRequestNotes } from './request-notes.ts';
import { readSnmpProfile, type SnmpQuery } from './snmp-profile.ts';
import { readSnmpTarget } from './snmp-target.ts';
import { jsonOfAnswer, textOfValue, varbindOfText } from './snmp-values.ts';
import type { Traps } from './traps.ts';
import type { UdpSockets } from './udp-sockets.ts';

/** Whether it is there is asked of a device that is not asked for anything else so often, ms. */
const PRESENCE_PERIOD = 60_000;

export interface PolledDeviceParts {
  sessions: Pick<DeviceSessions, 'open'>;
  directory: Pick<DeviceDirectory, 'find'>;
  messageLog: Pick<MessageLog, 'pressure'>;
  reportRefusal: ReportRefusal;
  exchanges: ExchangeLog;
  findAddress: FindAddress;
  sockets: UdpSockets;
  traps: Pick<Traps, 'expect'>;
}

/** Notifications of a device that are stored at the same time; further ones are dropped. */
const MAX_TRAPS = 100;

/** A device that is asked for its values as its profile says. */
export interface PolledDevice {
  close(): void;
}

/**
 * Asks a device for its values, passes changed shared attributes and calls on to it, and has a session for it while it
 * answers.
 * @param spread ms within which it is asked for the first time
 * @throws SnmpSettingsError when its settings cannot be used
 */
export function startPolling(
  { id, tenantId, device, profile }: TransportDevice,
  { sessions, directory, messageLog, reportRefusal, exchanges, findAddress, sockets, traps }: PolledDeviceParts,
  spread: number,
): PolledDevice {
  const { timeout, retries, queries, shared, calls } = readSnmpProfile(profile);
  let session: DeviceSession | undefined;
  let closed = false;
  /** The last failure that the tenant was told of, until something succeeds. */
  let reported = '';
  const timers = new Set<NodeJS.Timeout>();
  const target = readSnmpTarget(device);
  let ignoreTraps = (): void => undefined;
  /** Notifications that are being stored. */
  let taking = 0;
  const notes = createRequestNotes(exchanges, id);
  const reach = createDeviceReach({
    target,
    timeout,
    retries,
    findAddress,
    sockets,
    observer: notes,
    onAddress(address) {
      ignoreTraps();
      ignoreTraps = traps.expect(address, target, (varbinds) => {
        notes.trap(varbinds);
        void takeTrap(varbinds).catch(report);
      });
    },
    onAway(error) {
      report(error);
      endSession();
    },
  });

  function report(error: unknown): void {
    if (closed || !(error instanceof Error) || error.message === reported) return;
    reported = error.message;
    reportRefusal(tenantId, entityId('DEVICE', id), 'SNMP', error);
  }

  function endSession(): void {
    session?.close();
    session = undefined;
  }

  const handler: SessionHandler = {
    sharedAttributes: (entries) => void setAttributes(entries).catch(report),
    sharedAttributesDeleted: () => undefined,
    call: (call) => void answer(call),
    ended() {
      session = undefined;
    },
  };

  /** The session of a device that has just answered; undefined when it is no longer there for its tenant. */
  async function present(): Promise<DeviceSession | undefined> {
    if (session) return session;
    return retryUntilCurrent(async () => {
      const context: DeviceContext | undefined = await directory.find(id);
      if (closed || session || context?.device.tenantId !== tenantId) return session;
      session = sessions.open(context, handler, { kind: 'connection' });
      if (shared.size > 0) session.subscribeAttributes(true);
      // Calls that wait already come at once.
      if (calls) session.subscribeCalls(true);
      return session;
    });
  }

  async function poll({ kind, mappings }: SnmpQuery): Promise<void> {
    if (messageLog.pressure(tenantId).full) return;
    const oids = mappings.map(({ oid }) => oid);
    const varbinds = await reach.ask((client, tries) => client.get(oids, tries));
    await notes.storing(() => store(kind, mappings, varbinds));
    reported = '';
  }

  async function store(
    kind: SnmpQuery['kind'],
    mappings: SnmpQuery['mappings'],
    varbinds: Parameters<typeof jsonOfAnswer>[1],
  ): Promise<void> {
    const current = await present();
    const values = jsonOfAnswer(mappings, varbinds);
    if (!values) current?.activity();
    else if (kind === 'telemetry') await current?.postTelemetry(values, 'schema');
    else await current?.postAttributes(values, 'schema');
  }

  /** Stores what a notification says of the objects that the device is asked for. */
  async function takeTrap(varbinds: Parameters<typeof jsonOfAnswer>[1]): Promise<void> {
    if (taking >= MAX_TRAPS || messageLog.pressure(tenantId).full) return;
    taking++;
    try {
      await notes.storing(async () => {
        for (const { kind, mappings } of queries) await store(kind, mappings, varbinds);
      });
    } finally {
      taking--;
    }
  }

  /** Asks whether the device is there. */
  async function look(oid: string): Promise<void> {
    await reach.ask((client, tries) => client.get([oid], tries));
    (await present())?.activity();
  }

  async function setAttributes(entries: Parameters<SessionHandler['sharedAttributes']>[0]): Promise<void> {
    const varbinds = entries.flatMap(({ key, value }) => {
      const mapping = shared.get(key);
      return mapping ? [varbindOfText(mapping, textOfValue(value))] : [];
    });
    if (varbinds.length === 0) return;
    await reach.ask((client, tries) => client.set(varbinds, tries));
    session?.activity();
  }

  async function answer(call: CallToDevice): Promise<void> {
    const { requestId, oneway, expirationTime } = call;
    const current = session;
    try {
      const { mapping, set } = readCall(call, calls);
      if (!oneway) current?.callDelivery(requestId, 'DELIVERED');
      const varbinds = await reach.ask(async (client, tries) => {
        if (expirationTime <= Date.now()) throw new Error('The call has expired');
        return set ? client.set([set], tries) : client.get([mapping.oid], tries);
      });
      if (oneway) current?.callDelivery(requestId, 'DELIVERED');
      else current?.answerCall(requestId, jsonOfAnswer([mapping], varbinds) ?? '{}');
    } catch (error) {
      current?.callFailed(requestId, (error as Error).message);
    }
  }

  function repeat(work: () => Promise<void>, period: number, delay: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work()
        .catch(report)
        .finally(() => {
          if (!closed) repeat(work, period, reach.pauseAfter(period));
        });
    }, delay);
    timers.add(timer);
  }

  const firstDelay = (period: number): number => Math.random() * Math.min(period, spread);
  for (const query of queries) repeat(() => poll(query), query.period, firstDelay(query.period));
  const [first] = [...(calls?.values() ?? []), ...shared.values(), ...queries.flatMap(({ mappings }) => mappings)];
  if (first && !queries.some(({ period }) => period <= PRESENCE_PERIOD)) {
    repeat(() => look(first.oid), PRESENCE_PERIOD, firstDelay(PRESENCE_PERIOD));
  }

  return {
    close() {
      closed = true;
      ignoreTraps();
      for (const timer of timers) clearTimeout(timer);
      reach.close();
      endSession();
    },
  };
}
