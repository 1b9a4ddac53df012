/** Calls a method of the device, two-way. Rejects when the device did not answer. */
export type CallShell = (method: string, params: unknown) => Promise<unknown>;

/** What the shell runs on. */
export interface ShellInfo {
  platform: string;
  release: string;
  cwd: string;
}

export interface ShellOutput {
  print(kind: 'output' | 'error', text: string): void;
  /** The directory that the next command runs in. */
  onDirectory(cwd: string): void;
}

/** ms between questions for output: soon while there is some, later while there is none */
const SOON = 200;
const LATER = 1000;

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export async function shellInfo(call: CallShell): Promise<ShellInfo> {
  const { platform, release, cwd } = record(await call('getTermInfo', null));
  return { platform: written(platform), release: written(release), cwd: written(cwd) };
}

/**
 * Runs a command on the device and prints what it writes until it has ended.
 * @throws Error with the device's reason when it does not run it
 */
export async function runShellCommand(
  call: CallShell,
  command: string,
  cwd: string,
  output: ShellOutput,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const { ok, error } = record(await call('sendCommand', { command, cwd }));
  if (ok !== true) throw new Error(written(error) || command);
  for (;;) {
    const status = record(await call('getCommandStatus', null));
    const pieces = Array.isArray(status.data) ? status.data.map(record) : [];
    for (const { stdout, stderr } of pieces) {
      if (written(stdout)) output.print('output', written(stdout).replace(/\n$/, ''));
      if (written(stderr)) output.print('error', written(stderr).replace(/\n$/, ''));
    }
    if (status.done === true) {
      if (written(status.cwd)) output.onDirectory(written(status.cwd));
      return;
    }
    await wait(pieces.length > 0 ? SOON : LATER);
  }
}

/** Ends the command that runs. @throws Error with the device's reason */
export async function terminateShellCommand(call: CallShell): Promise<void> {
  const { ok, error } = record(await call('terminateCommand', null));
  if (ok !== true) throw new Error(written(error));
}
