import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { ObjectType } from 'net-snmp';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SnmpAgent, startSnmpAgent } from '../../../test/snmp-agent.ts';
import { createSnmpClient } from './snmp-client.ts';
import { readSnmpTarget } from './snmp-target.ts';
import { createUdpSockets } from './udp-sockets.ts';

/** Answers that are tried with each version. */
const ATTEMPTS = 200;
/** ms that each may take; a mutilated answer may be dropped like a lost one. */
const TIMEOUT = 15;

const sockets = createUdpSockets(pino({ level: 'silent' }));
let agent: SnmpAgent;
let oid: string;
/** Stands between client and agent, and changes what comes back. */
let relay: Socket;
let change = (answer: Buffer): Buffer => answer;

beforeAll(async () => {
  agent = await startSnmpAgent();
  oid = agent.add(ObjectType.OctetString, 'a text of some length');
  relay = createSocket('udp4').bind(0, '127.0.0.1');
  await once(relay, 'listening');
  let client = 0;
  relay.on('message', (message, from) => {
    if (from.port === agent.port) relay.send(change(message), client, '127.0.0.1');
    else {
      client = from.port;
      relay.send(message, agent.port, '127.0.0.1');
    }
  });
});
afterAll(() => {
  relay?.close();
  agent?.close();
  sockets.close();
});

/** Numbers that look random, and are the same each time. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('an agent that answers with anything', () => {
  it.each([
    ['V1', {}],
    ['V2C', {}],
    [
      'V3',
      {
        username: 'u',
        securityName: 'u',
        contextName: '',
        engineId: '',
        authenticationProtocol: 'MD5',
        authenticationPassphrase: 'authenticate',
        privacyProtocol: 'DES',
        privacyPassphrase: 'in private',
      },
    ],
  ])('never holds up who asks it by %s', async (protocolVersion, user) => {
    const settings = { host: '127.0.0.1', port: relay.address().port, protocolVersion, community: 'public', ...user };
    const client = createSnmpClient('127.0.0.1', readSnmpTarget(settings), TIMEOUT, sockets);
    const below = createNumbers(7);
    change = (answer) => {
      const changed = Buffer.from(answer.subarray(0, below(10) === 0 ? below(answer.length) : answer.length));
      // What comes first finds the request; most changes are behind it.
      for (let count = 1 + below(4); count > 0 && changed.length > 0; count--) {
        const at = below(3) === 0 ? below(changed.length) : Math.min(20 + below(changed.length), changed.length - 1);
        changed[at] = below(256);
      }
      return changed;
    };
    let settled = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await client.get([oid], 0).catch(() => undefined);
      settled++;
    }
    expect(settled).toBe(ATTEMPTS);
    client.close();
  });
});
