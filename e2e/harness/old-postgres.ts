import net from 'node:net';

/** A message of the PostgreSQL protocol: type, length, content. */
function message(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const int32 = (value: number): Buffer => Buffer.concat([int16(value >>> 16), int16(value & 0xffff)]);

const TEXT_OID = 25;
const READY = message('Z', Buffer.from('I'));

function column(name: string): Buffer {
  return Buffer.concat([text(name), int32(0), int16(0), int32(TEXT_OID), int16(-1), int32(-1), int16(0)]);
}

/** Starts a server that speaks just enough of the protocol to report its version, as `version` and `number`. */
export async function startOldPostgres(version: string, number: string): Promise<{ url: string; stop: () => void }> {
  const row = [version, number].flatMap((value) => [int32(value.length), Buffer.from(value)]);
  const answer = Buffer.concat([
    message('T', int16(2), column('version'), column('number')),
    message('D', int16(2), ...row),
    message('C', text('SELECT 1')),
    READY,
  ]);
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), READY]));
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) === 'Q') socket.write(answer);
        else socket.end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return { url: `postgres://signalbox@127.0.0.1:${port}/signalbox`, stop: () => void server.close() };
}
