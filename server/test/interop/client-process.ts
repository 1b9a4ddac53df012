import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import readline from 'node:readline';

/** How long a client may take for something, ms; the machine may be busy. */
const PATIENCE = 60_000;
/** ms from the signal to end to the one that cannot be ignored */
const GRACE = 5000;

/** A program that tells by lines what happens to it, and takes commands by lines. */
export interface ClientProcess {
  /** What it has told, in order, without what is no event. */
  lines: string[];
  /** Waits for a line, also one that is there already. @returns the first that matches */
  told(line: string | RegExp, after?: number): Promise<string>;
  say(command: string): void;
  stop(): Promise<void>;
}

/** Where `npm run test:interop` has put something. */
export function placeOf(name: string): string {
  const place = process.env[`SIGNALBOX_TEST_${name}`];
  if (!place) throw new Error('npm run test:interop says where the clients are');
  return place;
}

/** Starts a client of somebody else. */
export function startClient(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): ClientProcess {
  const child: ChildProcessWithoutNullStreams = spawn(command, args, {
    // Some write files of their own where they are started.
    cwd: options.cwd ?? os.tmpdir(),
    env: { ...process.env, PYTHONUNBUFFERED: '1', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    readline.createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const watcher of watchers) watcher();
    });
  }
  // It may have ended before it is told something.
  child.stdin.on('error', () => undefined);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const ended = once(child, 'close').then(() => {
    for (const watcher of watchers) watcher();
  });

  return {
    lines,
    say: (line) => void child.stdin.write(`${line}\n`),
    told: (wanted, after = 0) =>
      new Promise((resolve, reject) => {
        const describe = (): string => `${String(wanted)}; it has told:\n${lines.slice(-60).join('\n')}`;
        const timer = setTimeout(() => finish(new Error(`Waited for ${describe()}`)), PATIENCE);
        function finish(result: string | Error): void {
          clearTimeout(timer);
          watchers.delete(look);
          if (typeof result === 'string') resolve(result);
          else reject(result);
        }
        function look(): void {
          const found = lines
            .slice(after)
            .find((line) => (typeof wanted === 'string' ? line === wanted : wanted.test(line)));
          if (found !== undefined) finish(found);
          else if (failure) finish(failure);
          else if (child.exitCode !== null || child.signalCode !== null)
            finish(new Error(`Ended without ${describe()}`));
        }
        watchers.add(look);
        look();
      }),
    async stop(): Promise<void> {
      const signal = (name: NodeJS.Signals): void => {
        try {
          if (child.pid) process.kill(-child.pid, name);
        } catch {
          // It has already ended.
        }
      };
      if (child.exitCode === null && child.signalCode === null && !failure) {
        signal('SIGTERM');
        const limit = setTimeout(() => signal('SIGKILL'), GRACE);
        await ended;
        clearTimeout(limit);
      }
      // What is left of its group.
      signal('SIGKILL');
    },
  };
}
