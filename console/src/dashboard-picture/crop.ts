/** How much is cut off on each side, in per cent. */
export interface Crop {
  top: number;
  left: number;
  right: number;
  bottom: number;
}

export const NO_CROP: Crop = { top: 0, left: 0, right: 0, bottom: 0 };

/** Longest side of a picture that is kept, px. */
const MAX_SIDE = 960;
/** Characters of a data URL: lists carry the pictures of all their dashboards. */
const MAX_LENGTH = 200_000;

/** What is wrong with a crop; undefined if nothing. */
export function cropProblem(crop: Crop): 'range' | 'nothingLeft' | undefined {
  const sides = [crop.top, crop.left, crop.right, crop.bottom];
  if (!sides.every((side) => side >= 0 && side <= 100)) return 'range';
  return crop.top + crop.bottom >= 100 || crop.left + crop.right >= 100 ? 'nothingLeft' : undefined;
}

/** What is left of a picture, and how large it is kept. */
export function croppedPlace(size: { width: number; height: number }, crop: Crop) {
  const left = (size.width * crop.left) / 100;
  const top = (size.height * crop.top) / 100;
  const width = Math.max(1, (size.width * (100 - crop.left - crop.right)) / 100);
  const height = Math.max(1, (size.height * (100 - crop.top - crop.bottom)) / 100);
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const kept = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return { left, top, width, height, kept };
}

/** Draws what is left of a picture. */
export function drawCropped(
  canvas: HTMLCanvasElement,
  source: CanvasImageSource & { width: number; height: number },
  crop: Crop,
) {
  const { left, top, width, height, kept } = croppedPlace(source, crop);
  canvas.width = kept.width;
  canvas.height = kept.height;
  canvas.getContext('2d')?.drawImage(source, left, top, width, height, 0, 0, kept.width, kept.height);
}

/** The picture as a data URL of bounded length; undefined where no quality is small enough. */
export function boundedDataUrl(canvas: HTMLCanvasElement): string | undefined {
  for (const quality of [0.85, 0.7, 0.55, 0.4, 0.25]) {
    for (const type of ['image/webp', 'image/jpeg']) {
      const url = canvas.toDataURL(type, quality);
      if (url.startsWith(`data:${type}`) && url.length <= MAX_LENGTH) return url;
    }
  }
  return undefined;
}
