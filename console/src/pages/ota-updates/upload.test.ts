import { describe, expect, it } from 'vitest';
import { createUpload, type UploadState, UploadStopped } from './upload.ts';

/** A server that has what arrived, and fails or waits as it is told. */
function world(size: number) {
  const states: UploadState[] = [];
  const parts: [offset: number, length: number][] = [];
  let arrived = 0;
  let time = 0;
  const next: { failure?: Error | undefined; finishFailure?: Error | undefined; wait?: Promise<void> | undefined } = {};
  /** How often it was to become the file. */
  let finished = 0;
  const upload = (temporary = true) =>
    createUpload({
      file: new Blob([new Uint8Array(size)]),
      async send(offset, part, signal) {
        const { failure, wait } = next;
        next.failure = undefined;
        if (failure) throw failure;
        await wait;
        signal.throwIfAborted();
        expect(offset).toBe(arrived);
        parts.push([offset, part.size]);
        time += 100;
        arrived += part.size;
        return arrived;
      },
      received: async () => arrived,
      async finish() {
        finished++;
        const failure = next.finishFailure;
        next.finishFailure = undefined;
        // Once it is the file, nothing of an upload is there any more.
        arrived = 0;
        if (failure) throw failure;
        return `${finished}`;
      },
      isTemporary: () => temporary,
      onChange: (state) => states.push(state),
      partSize: 40,
      now: () => time,
    });
  return { upload, states, parts, next, last: () => states.at(-1) };
}

describe('an upload', () => {
  it('sends a file in parts and says how fast', async () => {
    const { upload, parts, last } = world(100);
    await upload().done;
    expect(parts).toEqual([
      [0, 40],
      [40, 40],
      [80, 20],
    ]);
    expect(last()).toEqual({ phase: 'done', sent: 100, total: 100, speed: 333.3333333333333, error: undefined });
  });

  it('is paused and goes on', async () => {
    const { upload, next, parts, last } = world(100);
    const gate = Promise.withResolvers<void>();
    next.wait = gate.promise;
    const one = upload();
    one.pause();
    expect(last()?.phase).toBe('paused');
    gate.resolve();
    next.wait = undefined;
    await gate.promise;
    one.resume();
    await one.done;
    expect(parts.map(([offset]) => offset)).toEqual([0, 40, 80]);
  });

  it('goes on after a failure that passes', async () => {
    const { upload, next, last } = world(100);
    next.failure = new Error('no connection');
    const one = upload();
    await expect.poll(() => last()?.phase).toBe('failed');
    expect(last()?.error).toEqual(new Error('no connection'));
    one.resume();
    await one.done;
    expect(last()?.sent).toBe(100);
  });

  it('becomes the file once more when the answer to that was lost, without being sent again', async () => {
    const { upload, next, parts, last } = world(100);
    next.finishFailure = new Error('no connection');
    const one = upload();
    await expect.poll(() => last()?.phase).toBe('failed');
    one.resume();
    await expect(one.done).resolves.toBe('2');
    expect(parts).toHaveLength(3);
    expect(last()?.sent).toBe(100);
  });

  it('ends with a refusal, and when it is stopped', async () => {
    const refused = world(100);
    refused.next.failure = new Error('too much');
    await expect(refused.upload(false).done).rejects.toThrow('too much');
    const stopped = world(100);
    stopped.next.wait = new Promise(() => {});
    const one = stopped.upload();
    one.stop();
    await expect(one.done).rejects.toThrow(UploadStopped);
  });
});
