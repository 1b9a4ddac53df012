import { spawn } from 'node:child_process';

/**
 * Runs a program without a shell (paths may contain spaces).
 * @param options.linked keep a channel open to the program, so that it notices when this process ends, for whatever reason
 * @param options.quiet collect the output and show it only when the program fails
 * @param options.late collect the output and show it when the program has ended, for one that runs beside another
 * @returns its exit code; rejects with the output when `check` is not false and the code is not 0
 */
export function run(command, args, { cwd, env, quiet = false, late = false, check = true, linked = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet || late ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', ...(linked ? ['ipc'] : [])],
    });
    let output = '';
    child.stdout?.on('data', (data) => {
      output += data;
    });
    child.stderr?.on('data', (data) => {
      output += data;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (late) process.stdout.write(output);
      if (code === 0 || !check) resolve(code ?? 1);
      else {
        const end = output ? `\n${output.trimEnd().split('\n').slice(-40).join('\n')}` : '';
        reject(new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}${end}`));
      }
    });
  });
}
