import type { FromFrame, PictureRequest, ToFrame } from './protocol.ts';

/** ms within which a frame has to have painted itself. */
const PATIENCE = 5000;
const EVENT = 'signalbox-picture';

interface Asked {
  request: PictureRequest;
  answer: (picture: Promise<ImageBitmap | undefined>) => void;
}

/** What is in a frame of people's own code, painted by the frame itself; undefined where it does not say. */
export function pictureOfFrame(frame: Element, request: PictureRequest): Promise<ImageBitmap | undefined> {
  return new Promise((resolve) => {
    const detail: Asked = { request, answer: resolve };
    // Nobody answers for a frame that has no code in it, or none any more.
    if (frame.dispatchEvent(new CustomEvent(EVENT, { detail, cancelable: true }))) resolve(undefined);
  });
}

/** What was painted, unless nobody asked for it or it is larger than the frame: its memory is given back then. */
function fitting(painted: ImageBitmap | null, frame: Element, request: PictureRequest | undefined) {
  if (!painted) return undefined;
  // A px more, since sides are rounded up.
  const most = (side: number) => (side + 1) * (request?.scale ?? 0);
  if (request && painted.width <= most(frame.clientWidth) && painted.height <= most(frame.clientHeight)) return painted;
  painted.close();
  return undefined;
}

/** Asks a frame for its picture whenever somebody wants it. */
export function createFramePictures(frame: Element, send: (message: ToFrame) => void) {
  const waiting = new Map<number, { request: PictureRequest; give: (picture: ImageBitmap | undefined) => void }>();
  let next = 1;
  function requested(event: Event): void {
    event.preventDefault();
    const { request, answer } = (event as CustomEvent<Asked>).detail;
    const picture = next++;
    answer(
      new Promise((resolve) => {
        const late = setTimeout(() => give(undefined), PATIENCE);
        const give = (painted: ImageBitmap | undefined) => {
          clearTimeout(late);
          waiting.delete(picture);
          resolve(painted);
        };
        waiting.set(picture, { request, give });
        send({ kind: 'photograph', picture, request });
      }),
    );
  }
  frame.addEventListener(EVENT, requested);
  return {
    take({ picture, painted }: Extract<FromFrame, { kind: 'photographed' }>): void {
      const requested = waiting.get(picture);
      const kept = fitting(painted, frame, requested?.request);
      requested?.give(kept);
    },
    end(): void {
      frame.removeEventListener(EVENT, requested);
      for (const { give } of [...waiting.values()]) give(undefined);
    },
  };
}
