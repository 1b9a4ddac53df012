import { createFrameReader, READY, type SandboxReply, type SandboxRequest, writeFrame } from './frames.ts';
import type { ScriptHost, ScriptLimits } from './script-host.ts';

/*
 * The process in which scripts of users run: requests on standard input, replies on standard output. It ends with its
 * parent. Started by sandbox.ts with the limits as its only argument.
 */

const limits = JSON.parse(process.argv[2] as string) as ScriptLimits & { interpreter?: 'isolated-vm' | 'quickjs' };

async function createHost(): Promise<ScriptHost> {
  if (limits.interpreter !== 'quickjs') {
    try {
      return (await import('./isolated-vm-host.ts')).createIsolatedVmHost(limits);
    } catch (error) {
      if (limits.interpreter === 'isolated-vm') throw error;
    }
  }
  return (await import('./quickjs-host.ts')).createQuickJsHost(limits);
}

function answer(host: ScriptHost, request: SandboxRequest): Omit<SandboxReply, 'cpu'> {
  switch (request.do) {
    case 'compile': {
      const started = performance.now();
      try {
        host.compile(request.tenant, request.script, request.body, request.argNames);
        return { id: request.id };
      } catch (error) {
        const isLate = performance.now() - started >= limits.timeout;
        return {
          id: request.id,
          error: error instanceof Error ? error.message : String(error),
          ...(isLate ? { stopped: 'timeout' as const } : {}),
        };
      }
    }
    case 'run':
      return { id: request.id, ...host.run(request.script, request.calls, request.ms) };
    case 'drop':
      host.drop(request.script);
      return { id: request.id };
  }
}

const isRoomy = (): boolean => process.memoryUsage.rss() <= limits.roomy * 1024 * 1024;

/**
 * Frees memory between requests, so that a request which exceeds the limit is itself the cause: what scripts of several
 * tenants keep grows with each. What was just compiled is kept, for it is about to run.
 * @returns whether there is room
 */
function makeRoom(host: ScriptHost, kept: number): boolean {
  while (!isRoomy()) if (!host.forgetOldest(kept)) return kept > 0;
  return true;
}

const host = await createHost();
process.stdin.on(
  'data',
  createFrameReader<SandboxRequest>((request) => {
    const before = process.cpuUsage();
    const reply = answer(host, request);
    const { user, system } = process.cpuUsage(before);
    const isWorn = !makeRoom(host, request.do === 'compile' ? 1 : 0);
    process.stdout.write(writeFrame({ ...reply, cpu: (user + system) / 1000, ...(isWorn ? { isWorn } : {}) }));
  }),
);
process.stdout.write(writeFrame({ id: READY, cpu: 0 }));
process.stdin.on('end', () => process.exit(0));
// Ctrl-C in a terminal reaches every process; scripts must run until the server has shut down in order.
process.on('SIGINT', () => undefined);
