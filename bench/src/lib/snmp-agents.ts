/** A program: agents of SNMP on ports of loopback. `node snmp-agents.ts COUNT` writes their ports as JSON, and ends with its input. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createAgent, MaxAccess, MibProviderType, ObjectType } from 'net-snmp';

/** Objects of each agent. */
const OBJECTS = 10;

async function startAgent(): Promise<number> {
  const socket = createSocket('udp4');
  const bind = socket.bind.bind(socket);
  // The agent takes port 0 for 161.
  socket.bind = () => bind(0, '127.0.0.1');
  const options = { disableAuthorization: true, address: '127.0.0.1', dgramModule: { createSocket: () => socket } };
  const agent = createAgent(options, () => undefined);
  await once(socket, 'listening');
  agent.getAuthorizer().addCommunity('public');
  for (let object = 1; object <= OBJECTS; object++) {
    const name = `object ${object}`;
    const oid = `1.3.6.1.4.1.63000.1.${object}`;
    const scalarType = ObjectType.Integer;
    agent.registerProvider({ name, type: MibProviderType.Scalar, oid, scalarType, maxAccess: MaxAccess['read-only'] });
    agent.getMib().setScalarValue(name, object);
  }
  return socket.address().port;
}

const ports: number[] = [];
for (let count = Number(process.argv[2]); count > 0; count--) ports.push(await startAgent());
process.stdout.write(`${JSON.stringify(ports)}\n`);
process.stdin.resume().on('end', () => process.exit());
