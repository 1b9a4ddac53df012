import { expect, it, vi } from 'vitest';
import { createFramePictures, pictureOfFrame } from './frame-pictures.ts';
import type { ToFrame } from './protocol.ts';

/** A frame of 200 by 100 px, and what it is asked for. */
function frameWithPictures() {
  const frame = Object.assign(new EventTarget(), { clientWidth: 200, clientHeight: 100 }) as unknown as Element;
  const requested: number[] = [];
  const send = (message: ToFrame) => void (message.kind === 'photograph' && requested.push(message.picture));
  return { frame, requested, pictures: createFramePictures(frame, send) };
}

function bitmap(width: number, height: number) {
  const close = vi.fn<() => void>();
  return { close, painted: { width, height, close } as ImageBitmap };
}

const tell = (picture: number, painted: ImageBitmap) => ({ kind: 'photographed', picture, painted }) as const;

it('gives what a frame has painted to who asked for it', async () => {
  const { frame, requested, pictures } = frameWithPictures();
  const found = pictureOfFrame(frame, { scale: 2, fonts: '' });
  const { painted } = bitmap(400, 200);
  pictures.take(tell(requested[0] as number, painted));
  expect(await found).toBe(painted);
});

it.each([
  ['wider', 10_000, 200],
  ['higher', 400, 10_000],
])('takes no picture that is %s than its frame, and gives its memory back', async (_name, width, height) => {
  const { frame, requested, pictures } = frameWithPictures();
  const found = pictureOfFrame(frame, { scale: 2, fonts: '' });
  const { painted, close } = bitmap(width, height);
  pictures.take(tell(requested[0] as number, painted));
  expect(await found).toBeUndefined();
  expect(close).toHaveBeenCalledOnce();
});

it('gives the memory of a picture back that nobody asked for', () => {
  const { pictures } = frameWithPictures();
  const { painted, close } = bitmap(10, 10);
  pictures.take(tell(7, painted));
  expect(close).toHaveBeenCalledOnce();
});

it('has no picture of a frame that has ended', async () => {
  const { frame, pictures } = frameWithPictures();
  const found = pictureOfFrame(frame, { scale: 1, fonts: '' });
  pictures.end();
  expect(await found).toBeUndefined();
  expect(await pictureOfFrame(frame, { scale: 1, fonts: '' })).toBeUndefined();
});
