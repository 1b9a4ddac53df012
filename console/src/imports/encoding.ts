/** How the characters of a file are written. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding that the byte order mark at the beginning of a file tells, if it has one. */
async function markedEncoding(file: Blob): Promise<Encoding | undefined> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Whether the bytes are UTF-8; they are read piece by piece. */
async function isUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    try {
      decoder.decode(value, { stream: !done });
    } catch {
      await reader.cancel();
      return false;
    }
    if (done) return true;
  }
}

/** The encoding of a file of texts: by its byte order mark, else UTF-8, or what spreadsheets on Windows write where it is not that. */
export async function encodingOf(file: Blob): Promise<Encoding> {
  return (await markedEncoding(file)) ?? ((await isUtf8(file)) ? 'utf-8' : 'windows-1252');
}
