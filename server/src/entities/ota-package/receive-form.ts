import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { containsMarkup, DEFAULT_TEXT_LENGTH, isStorableText } from '@signalbox/contract/text';
import { badRequest } from '../../http/errors.ts';
import { drainBody } from '../../http/request-body.ts';
import type { ArrivingFile } from './package-upload.ts';

const MISSING = "Required request part 'file' is not present";
const BROKEN_OFF = 'The upload broke off';

function requireText(value: string, name: string): string {
  if (value.length <= DEFAULT_TEXT_LENGTH && isStorableText(value) && !containsMarkup(value)) return value;
  throw badRequest(`Validation error: ${name} is malformed`);
}

/**
 * Reads the part `file` of a form while it arrives.
 * @throws ApiError 400 / 31 when the request is no form, has no such part or breaks off
 */
export async function receiveForm<T>(request: IncomingMessage, take: (file: ArrivingFile) => Promise<T>): Promise<T> {
  const headers = request.headers;
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) {
    throw badRequest('Current request is not a multipart request');
  }
  let taken: Promise<T> | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const fail = (error: unknown): void => reject(error);
      const form = new Busboy({
        headers: headers as BusboyHeaders,
        limits: { fields: 10, fieldSize: 1024, parts: 20 },
      });
      form.on('file', (name, stream, fileName, _encoding, contentType) => {
        if (name !== 'file' || taken) return stream.resume();
        taken = Promise.resolve().then(() =>
          take({
            fileName: requireText(fileName ?? '', 'fileName'),
            contentType: requireText(contentType ?? '', 'contentType') || null,
            bytes: stream,
          }),
        );
        taken.then(resolve, fail);
        // Its end is not told to who reads the part when the request breaks off.
        request.once('close', () => {
          if (!request.readableEnded) stream.destroy(badRequest(BROKEN_OFF));
        });
      });
      form.on('error', (error) => fail(badRequest(`The form cannot be read: ${(error as Error).message}`)));
      form.on('finish', () => {
        if (!taken) fail(badRequest(MISSING));
      });
      request.once('close', () => {
        if (!request.readableEnded) fail(badRequest(BROKEN_OFF));
      });
      request.once('error', fail);
      request.pipe(form);
    });
  } catch (error) {
    request.unpipe();
    await taken?.catch(() => undefined);
    // Clients that are still sending would not see the answer.
    await drainBody(request);
    throw error;
  }
}
