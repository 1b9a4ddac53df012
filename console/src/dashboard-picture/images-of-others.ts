/** ms within which a picture of another server has to be there. */
const PATIENCE = 8000;

/** A picture as data, if its server lets pages read it: map tiles, logos. False: of our own server. */
export async function readPicture(address: string): Promise<string | false> {
  const url = new URL(address, document.baseURI);
  if (!/^https?:$/.test(url.protocol) || url.origin === window.location.origin) return false;
  const image = new Image();
  // With permission of the server the canvas stays readable.
  image.crossOrigin = 'anonymous';
  image.src = url.href;
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE));
  const isThere = await Promise.race([
    image.decode().then(
      () => true as const,
      () => false as const,
    ),
    late,
  ]);
  if (!isThere || image.naturalWidth === 0) return EMPTY;
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL();
}

/** A picture of nothing. */
const EMPTY = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
