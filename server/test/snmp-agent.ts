import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import {
  AccessControlModelType,
  AccessLevel,
  createAgent,
  MaxAccess,
  MibProviderType,
  type ObjectType,
  type User,
} from 'net-snmp';

/** Where the objects of the agent are; each has the instance 0. */
const ROOT = '1.3.6.1.4.1.63000.1';

export interface SnmpAgent {
  port: number;
  /** Adds an object. @returns its oid */
  add(type: ObjectType, value: unknown): string;
  set(oid: string, value: unknown): void;
  get(oid: string): unknown;
  /** Requests that have come, those that were not answered too. */
  requests(): number;
  /** Whether it answers. */
  answers: boolean;
  close(): void;
}

/** Starts an agent of net-snmp on a free port of loopback. */
export async function startSnmpAgent({ community = 'public', user }: { community?: string; user?: User } = {}) {
  let socket: Socket | undefined;
  let requests = 0;
  const agentOptions = {
    accessControlModelType: AccessControlModelType.Simple,
    address: '127.0.0.1',
    dgramModule: {
      createSocket: () => {
        const own = createSocket('udp4');
        const bind = own.bind.bind(own);
        // The agent takes port 0 for 161.
        own.bind = () => bind(0, '127.0.0.1');
        socket = own;
        const on = own.on.bind(own) as (event: string, listener: (...values: unknown[]) => void) => Socket;
        own.on = ((event: string, listener: (...values: unknown[]) => void) =>
          on(event, (...values) => {
            if (event === 'message') requests++;
            if (event !== 'message' || agent.answers) listener(...values);
          })) as typeof own.on;
        return own;
      },
    },
  };
  const inner = createAgent(agentOptions, () => undefined);
  const authorizer = inner.getAuthorizer();
  const model = authorizer.getAccessControlModel() as unknown as {
    setCommunityAccess(community: string, level: AccessLevel): void;
    setUserAccess(name: string, level: AccessLevel): void;
  };
  authorizer.addCommunity(community);
  model.setCommunityAccess(community, AccessLevel.ReadWrite);
  if (user) {
    authorizer.addUser(user);
    model.setUserAccess(user.name, AccessLevel.ReadWrite);
  }
  const own = socket as unknown as Socket;
  await once(own, 'listening');
  let added = 0;
  const nameOf = (oid: string): string => `object ${oid.slice(ROOT.length + 1, -2)}`;
  const agent: SnmpAgent = {
    port: own.address().port,
    add(type, value) {
      const oid = `${ROOT}.${++added}`;
      inner.registerProvider({
        name: `object ${added}`,
        type: MibProviderType.Scalar,
        oid,
        scalarType: type,
        maxAccess: MaxAccess['read-write'],
      });
      inner.getMib().setScalarValue(`object ${added}`, value);
      return `${oid}.0`;
    },
    set: (oid, value) => inner.getMib().setScalarValue(nameOf(oid), value),
    get: (oid) => inner.getMib().getScalarValue(nameOf(oid)),
    requests: () => requests,
    answers: true,
    close: () => inner.close(),
  };
  return agent;
}
