import { describe, expect, it } from 'vitest';
import { createLifecycle } from './lifecycle.ts';

describe('stopping the platform', () => {
  it('stops the newest part first, each once, and all others when one fails', async () => {
    const lifecycle = createLifecycle();
    const stopped: string[] = [];
    const part = (name: string) => async () => void stopped.push(name);
    const log = part('log');
    lifecycle.started(part('database'));
    lifecycle.started(log);
    lifecycle.started(part('rules'));
    lifecycle.started(async () => {
      throw new Error('stuck');
    });
    lifecycle.started(log);
    await expect(lifecycle.stop()).rejects.toMatchObject({ errors: [new Error('stuck')] });
    expect(stopped).toEqual(['log', 'rules', 'database']);
    await lifecycle.stop();
    expect(stopped).toHaveLength(3);
  });
});
