import { Code } from '../../coap/codes.ts';
import type { AskedBody, AskedRequest, GivenAnswer, Notified } from '../../coap/requester.ts';
import { readContent, writeContent } from '../codecs/codecs.ts';
import { type Entry, Format, isWithin, type Path } from '../codecs/content.ts';
import { writePaths } from '../codecs/senml-json.ts';
import type { ClientObjects } from '../objects/registered-objects.ts';

/** What came of an operation. */
export interface OperationResult {
  /** Code of the answer. */
  code: string;
  /** What the client says of an error, as it is. */
  explanation: string;
  /** Values of an answer with content. */
  entries: Entry[];
  payload: Buffer;
}

export interface OperationsParts {
  /** Asks the client, when its turn comes. */
  ask: (request: AskedRequest) => Promise<GivenAnswer>;
  observe: (
    request: AskedRequest,
    notified: Notified,
  ) => Promise<{ answer: GivenAnswer; observation: string | undefined }>;
  /** Ends an observation. @param request how it is told */
  stop: (request: AskedRequest, observation: string) => Promise<GivenAnswer>;
  objects: () => ClientObjects;
  version: () => '1.0' | '1.1';
}

const MAX_EXPLANATION = 200;
/** Formats of several values, the best first: those that every client has to read. */
const OF_SEVERAL = [Format.tlv, Format.senmlCbor, Format.senmlJson, Format.json];

const segments = (path: Path): string[] => path.map(String);
export const isSuccess = (code: string): boolean => code.startsWith('2.');

/** Operations of device management (OMA LwM2M Core §6.3), in the formats that the client understands. */
export function createOperations({ ask, observe, stop, objects, version }: OperationsParts) {
  /** A format for several values. */
  function formatOfSeveral(): number {
    const { formats } = objects().registered;
    return OF_SEVERAL.find((format) => formats.includes(format)) ?? Format.tlv;
  }

  /** A format for what is at a path. */
  function formatOf(path: Path): number {
    const resource = objects().resourceOf(path);
    const isValue = path.length === 4 || (path.length === 3 && resource?.multiple === false);
    if (!isValue || resource?.type === undefined) return formatOfSeveral();
    if (version() === '1.0') return Format.tlv;
    if (resource.type === 'OPAQUE') return Format.opaque;
    const { formats } = objects().registered;
    return formats.length === 0 || formats.includes(Format.text) ? Format.text : formatOfSeveral();
  }

  function result(answer: GivenAnswer, base: Path): OperationResult {
    const { code, payload, contentFormat } = answer;
    const isOk = isSuccess(code);
    const entries =
      code === Code.content && payload.length > 0
        ? readContent(contentFormat, payload, base, objects().typeOf).filter(({ path }) => isWithin(path, base))
        : [];
    return { code, explanation: isOk ? '' : payload.toString('utf8').slice(0, MAX_EXPLANATION), entries, payload };
  }

  /** Asks with a format that the client may not have: then it chooses one itself. */
  async function withFormat<T extends { code: string }>(
    path: Path,
    send: (request: AskedRequest) => Promise<T>,
    answerOf: (sent: T) => GivenAnswer,
  ): Promise<{ sent: T; answer: GivenAnswer }> {
    const request: AskedRequest = { method: Code.get, path: segments(path), accept: formatOf(path) };
    let sent = await send(request);
    if (answerOf(sent).code === Code.notAcceptable) {
      const { accept: _, ...any } = request;
      sent = await send(any);
    }
    return { sent, answer: answerOf(sent) };
  }

  async function write(
    method: string,
    path: Path,
    entries: readonly Entry[],
    format: number,
  ): Promise<OperationResult> {
    const payload = writeContent(format, entries, path, objects().typeOf);
    return result(await ask({ method, path: segments(path), contentFormat: format, payload }), path);
  }

  return {
    async read(path: Path): Promise<OperationResult> {
      const { answer } = await withFormat(path, ask, (sent) => sent);
      return result(answer, path);
    },

    /** @param notified gets the values of each notification; rejected: it is not acknowledged */
    async observe(path: Path, notified: (entries: Entry[]) => Promise<void>) {
      const notice: Notified = async (answer) => {
        if (answer.code === Code.content) await notified(result(answer, path).entries);
      };
      const { sent, answer } = await withFormat(
        path,
        async (request) => {
          const begun = await observe(request, notice);
          return { ...begun, code: begun.answer.code };
        },
        (begun) => begun.answer,
      );
      return { ...result(answer, path), observation: sent.observation };
    },

    /** Ends an observation of a path. */
    async stopObserving(path: Path, observation: string): Promise<OperationResult> {
      const { code, payload } = await stop({ method: Code.get, path: segments(path), observe: 1 }, observation);
      return { code, explanation: '', entries: [], payload };
    },

    /** Replaces what is at a path. */
    replace: (path: Path, entries: readonly Entry[]): Promise<OperationResult> =>
      write(
        Code.put,
        path,
        entries,
        entries.some((entry) => entry.path.length > path.length) ? formatOfSeveral() : linkOr(path),
      ),

    /** Replaces only the resources, or instances of one, that are named. */
    update: (path: Path, entries: readonly Entry[]): Promise<OperationResult> =>
      write(Code.post, path, entries, formatOfSeveral()),

    /** Writes a long body into a resource: the bytes of its value, or TLV. */
    async push(path: Path, body: AskedBody, as: 'opaque' | 'tlv'): Promise<OperationResult> {
      return result(await ask({ method: Code.put, path: segments(path), contentFormat: Format[as], body }), path);
    },

    async execute(path: Path, text = ''): Promise<OperationResult> {
      const payload = text === '' ? {} : { contentFormat: Format.text, payload: Buffer.from(text) };
      return result(await ask({ method: Code.post, path: segments(path), ...payload }), path);
    },

    async delete(path: Path): Promise<OperationResult> {
      return result(await ask({ method: Code.delete, path: segments(path) }), path);
    },

    async writeAttributes(path: Path, query: readonly string[]): Promise<OperationResult> {
      return result(await ask({ method: Code.put, path: segments(path), query }), path);
    },

    /** Resolves with links as payload. */
    async discover(path: Path): Promise<OperationResult> {
      const answer = await ask({ method: Code.get, path: segments(path), accept: Format.link });
      const isOk = isSuccess(answer.code);
      const explanation = isOk ? '' : answer.payload.toString('utf8').slice(0, MAX_EXPLANATION);
      return { code: answer.code, explanation, entries: [], payload: answer.payload };
    },

    async readComposite(paths: readonly Path[]): Promise<OperationResult> {
      const format = Format.senmlJson;
      const payload = writePaths(paths);
      return result(await ask({ method: Code.fetch, path: [], contentFormat: format, accept: format, payload }), []);
    },

    async writeComposite(entries: readonly Entry[]): Promise<OperationResult> {
      const format = Format.senmlJson;
      const payload = writeContent(format, entries, [], objects().typeOf);
      return result(await ask({ method: Code.ipatch, path: [], contentFormat: format, payload }), []);
    },
  };

  /** A format to write what is at a path: links to objects in link format where single values are text. */
  function linkOr(path: Path): number {
    const format = formatOf(path);
    return format === Format.text && objects().typeOf(path) === 'OBJLNK' ? Format.link : format;
  }
}

export type Operations = ReturnType<typeof createOperations>;
