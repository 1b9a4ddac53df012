import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** How long a server may take to start, ms; the machine may be busy. */
const PATIENCE = 120_000;
/** ms from the signal to end to the one that cannot be ignored */
const GRACE = 10_000;

/** A server of somebody else that a test has started. */
export interface ChildServer {
  /** What it has written. */
  output(): string;
  stop(): Promise<void>;
}

/** Returns a port of loopback that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a program in a process group of its own, which `stop` ends.
 * @throws Error with what it wrote when it ends, or does not listen at `port` in time
 */
export async function startChildServer(
  command: string,
  args: readonly string[],
  port: number,
  options: { cwd: string; env?: Record<string, string> },
): Promise<ChildServer> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const server = { output: () => output, stop: () => stopGroup(child) };
  const until = Date.now() + PATIENCE;
  while (!(await isListening(port))) {
    if (failure) throw failure;
    if (child.exitCode !== null || Date.now() > until) {
      await server.stop();
      throw new Error(`${command} did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return server;
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // It has already ended.
    }
  };
  signal('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) {
    const limit = setTimeout(() => signal('SIGKILL'), GRACE);
    await once(child, 'exit');
    clearTimeout(limit);
  }
  // What is left of its group.
  signal('SIGKILL');
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
