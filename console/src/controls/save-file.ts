/** Name of a JSON file with something of that name in it. @param otherwise for a name without letters and digits */
export function jsonFileName(of: string, otherwise: string): string {
  const name = of
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return `${name || otherwise}.json`;
}

/** What file systems do not take in a name. */
const NOT_IN_NAMES = /[\p{Cc}"*/:<>?\\|\s]+/gu;

/** A title as the name of a file, without its ending. @param otherwise for a title of which nothing is left */
export function fileNameOf(title: string, otherwise: string): string {
  return title.replace(NOT_IN_NAMES, ' ').trim().slice(0, 150) || otherwise;
}

/** Saves a file on the machine of the person. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
