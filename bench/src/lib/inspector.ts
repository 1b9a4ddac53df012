import { once } from 'node:events';
import net from 'node:net';
import { WebSocket } from 'ws';

/** Memory of a Node process in bytes, without garbage. */
export interface LiveMemory {
  resident: number;
  /** Objects, and buffers outside of the heap. */
  used: number;
}

/** Finds a free port for the inspector of a server that is about to start. */
export async function freeInspectorPort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Collects the garbage of a process that was started with `--inspect` and reads its memory. */
export async function liveMemory(port: number): Promise<LiveMemory> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl as string);
  await once(socket, 'open');
  let lastId = 0;
  async function call<T>(method: string, params?: unknown): Promise<T> {
    const id = ++lastId;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const reply = JSON.parse(String(data)) as { id?: number; result: T };
      if (reply.id === id) return reply.result;
    }
  }
  try {
    await call('HeapProfiler.collectGarbage');
    await call('HeapProfiler.collectGarbage');
    const { result } = await call<{ result: { value: string } }>('Runtime.evaluate', {
      expression: 'JSON.stringify(process.memoryUsage())',
    });
    const { rss, heapUsed, external } = JSON.parse(result.value) as NodeJS.MemoryUsage;
    return { resident: rss, used: heapUsed + external };
  } finally {
    socket.close();
  }
}
