import { CoapError, Code } from '../../coap/codes.ts';
import { readContent } from '../codecs/codecs.ts';
import { ContentError, type Entry, Format, pathText } from '../codecs/content.ts';
import type { ClientObjects } from '../objects/registered-objects.ts';

/** Contents that a client may send without being asked (OMA LwM2M Core 1.1 §6.4.7). */
const FORMATS: readonly (number | undefined)[] = [Format.senmlJson, Format.senmlCbor];

/** Reads what a client sends without being asked. @throws CoapError */
export function readSentValues(format: number | undefined, body: Buffer, objects: ClientObjects): Entry[] {
  if (!FORMATS.includes(format)) throw new CoapError(Code.unsupportedFormat, 'Values are sent as SenML');
  let entries: Entry[];
  try {
    entries = readContent(format, body, [], objects.typeOf);
  } catch (error) {
    if (error instanceof ContentError) throw new CoapError(Code.badRequest, error.message);
    throw error;
  }
  const unknown = entries.find(({ path }) => !objects.has(path));
  if (unknown) throw new CoapError(Code.notFound, `${pathText(unknown.path)} is not registered`);
  return entries;
}
