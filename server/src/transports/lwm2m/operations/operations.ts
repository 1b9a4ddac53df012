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

/** What operations need of a client. */
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

/**
 * Operations of device management (OMA LwM2M Core §6.3), in the formats that the client understands. A class, since a server
 * has many thousands and shares the methods between them.
 */
export class Operations {
  readonly #parts: OperationsParts;

  constructor(parts: OperationsParts) {
    this.#parts = parts;
  }

  async read(path: Path): Promise<OperationResult> {
    const { answer } = await this.#withFormat(path, this.#parts.ask, (sent) => sent);
    return this.#result(answer, path);
  }

  /** @param notified gets the values of each notification; rejected: it is not acknowledged */
  async observe(path: Path, notified: (entries: Entry[]) => Promise<void>) {
    const notice: Notified = async (answer) => {
      if (answer.code === Code.content) await notified(this.#result(answer, path).entries);
    };
    const { sent, answer } = await this.#withFormat(
      path,
      async (request) => {
        const begun = await this.#parts.observe(request, notice);
        return { ...begun, code: begun.answer.code };
      },
      (begun) => begun.answer,
    );
    return { ...this.#result(answer, path), observation: sent.observation };
  }

  /** Ends an observation of a path. */
  async stopObserving(path: Path, observation: string): Promise<OperationResult> {
    const request: AskedRequest = { method: Code.get, path: segments(path), observe: 1 };
    const { code, payload } = await this.#parts.stop(request, observation);
    return { code, explanation: '', entries: [], payload };
  }

  /** Replaces what is at a path. */
  async replace(path: Path, entries: readonly Entry[]): Promise<OperationResult> {
    const isSeveral = entries.some((entry) => entry.path.length > path.length);
    return this.#write(Code.put, path, entries, isSeveral ? this.#formatOfSeveral() : this.#linkOr(path));
  }

  /** Replaces only the resources, or instances of one, that are named. */
  update(path: Path, entries: readonly Entry[]): Promise<OperationResult> {
    return this.#write(Code.post, path, entries, this.#formatOfSeveral());
  }

  /** Writes a long body into a resource: the bytes of its value, or TLV. */
  push(path: Path, body: AskedBody, as: 'opaque' | 'tlv'): Promise<OperationResult> {
    return this.#ask({ method: Code.put, path: segments(path), contentFormat: Format[as], body }, path);
  }

  execute(path: Path, text = ''): Promise<OperationResult> {
    const payload = text === '' ? {} : { contentFormat: Format.text, payload: Buffer.from(text) };
    return this.#ask({ method: Code.post, path: segments(path), ...payload }, path);
  }

  delete(path: Path): Promise<OperationResult> {
    return this.#ask({ method: Code.delete, path: segments(path) }, path);
  }

  writeAttributes(path: Path, query: readonly string[]): Promise<OperationResult> {
    return this.#ask({ method: Code.put, path: segments(path), query }, path);
  }

  /** Resolves with links as payload. */
  async discover(path: Path): Promise<OperationResult> {
    const answer = await this.#parts.ask({ method: Code.get, path: segments(path), accept: Format.link });
    const isOk = isSuccess(answer.code);
    const explanation = isOk ? '' : answer.payload.toString('utf8').slice(0, MAX_EXPLANATION);
    return { code: answer.code, explanation, entries: [], payload: answer.payload };
  }

  readComposite(paths: readonly Path[]): Promise<OperationResult> {
    const format = Format.senmlJson;
    const payload = writePaths(paths);
    return this.#ask({ method: Code.fetch, path: [], contentFormat: format, accept: format, payload }, []);
  }

  async writeComposite(entries: readonly Entry[]): Promise<OperationResult> {
    const format = Format.senmlJson;
    const payload = writeContent(format, entries, [], this.#objects.typeOf);
    return this.#ask({ method: Code.ipatch, path: [], contentFormat: format, payload }, []);
  }

  get #objects(): ClientObjects {
    return this.#parts.objects();
  }

  /** A format for several values. */
  #formatOfSeveral(): number {
    const { formats } = this.#objects.registered;
    return OF_SEVERAL.find((format) => formats.includes(format)) ?? Format.tlv;
  }

  /** A format for what is at a path. */
  #formatOf(path: Path): number {
    const resource = this.#objects.resourceOf(path);
    const isValue = path.length === 4 || (path.length === 3 && resource?.multiple === false);
    if (!isValue || resource?.type === undefined) return this.#formatOfSeveral();
    if (this.#parts.version() === '1.0') return Format.tlv;
    if (resource.type === 'OPAQUE') return Format.opaque;
    const { formats } = this.#objects.registered;
    return formats.length === 0 || formats.includes(Format.text) ? Format.text : this.#formatOfSeveral();
  }

  /** A format to write what is at a path: links to objects in link format where single values are text. */
  #linkOr(path: Path): number {
    const format = this.#formatOf(path);
    return format === Format.text && this.#objects.typeOf(path) === 'OBJLNK' ? Format.link : format;
  }

  #result(answer: GivenAnswer, base: Path): OperationResult {
    const { code, payload, contentFormat } = answer;
    const isOk = isSuccess(code);
    const entries =
      code === Code.content && payload.length > 0
        ? readContent(contentFormat, payload, base, this.#objects.typeOf).filter(({ path }) => isWithin(path, base))
        : [];
    return { code, explanation: isOk ? '' : payload.toString('utf8').slice(0, MAX_EXPLANATION), entries, payload };
  }

  async #ask(request: AskedRequest, base: Path): Promise<OperationResult> {
    return this.#result(await this.#parts.ask(request), base);
  }

  /** Asks with a format that the client may not have: then it chooses one itself. */
  async #withFormat<T extends { code: string }>(
    path: Path,
    send: (request: AskedRequest) => Promise<T>,
    answerOf: (sent: T) => GivenAnswer,
  ): Promise<{ sent: T; answer: GivenAnswer }> {
    const request: AskedRequest = { method: Code.get, path: segments(path), accept: this.#formatOf(path) };
    let sent = await send(request);
    if (answerOf(sent).code === Code.notAcceptable) {
      const { accept: _, ...any } = request;
      sent = await send(any);
    }
    return { sent, answer: answerOf(sent) };
  }

  async #write(method: string, path: Path, entries: readonly Entry[], format: number): Promise<OperationResult> {
    const payload = writeContent(format, entries, path, this.#objects.typeOf);
    return this.#ask({ method, path: segments(path), contentFormat: format, payload }, path);
  }
}
