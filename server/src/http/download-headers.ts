/** Names that a header can hold as they are. */
const PLAIN_NAME = /^[\w !#$&+.@^`|~()-]+$/;

/** Headers of a download: names that headers cannot hold are written in the way of URLs. */
export function downloadHeaders(fileName: string): Record<string, string> {
  if (PLAIN_NAME.test(fileName)) {
    return { 'content-disposition': `attachment;filename=${fileName}`, 'x-filename': fileName };
  }
  const encoded = encodeURIComponent(fileName);
  return { 'content-disposition': `attachment;filename*=UTF-8''${encoded}`, 'x-filename': encoded };
}

/** A media type that somebody has named, where a header may have it. */
export function mediaType(given: string | null): string {
  return given && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(given)
    ? given
    : 'application/octet-stream';
}
