/** Why there is no picture of a camera, as a text of `input.camera`. */
export type CameraProblem = 'none' | 'denied' | 'busy' | 'insecure' | 'failed';

/** What an error of `getUserMedia` means for a person. */
export function cameraProblem(error: unknown): CameraProblem {
  switch (error instanceof Error ? error.name : '') {
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}

/** A size within the largest one, with the same proportions, px. */
export function fittedSize(
  { width, height }: { width: number; height: number },
  largest: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, largest.width / width, largest.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The camera after this one, in a circle; undefined where there is no other. */
export function nextCamera(cameras: readonly string[], current: string | undefined): string | undefined {
  if (cameras.length < 2) return undefined;
  return cameras[(cameras.indexOf(current ?? '') + 1) % cameras.length];
}
