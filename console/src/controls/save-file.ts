/** Name of a JSON file with something of that name in it. @param otherwise for a name without letters and digits */
export function jsonFileName(of: string, otherwise: string): string {
  const name = of
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return `${name || otherwise}.json`;
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
