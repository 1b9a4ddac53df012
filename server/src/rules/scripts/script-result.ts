import { ScriptError, type ScriptInput, type ScriptValue } from './script-engine.ts';

/*
 * What scripts may return and what becomes of it (rule-engine.md §4.1 and §4.2).
 */

function wrongType(value: ScriptValue): ScriptError {
  return new ScriptError(`Wrong result type: ${value.type}`);
}

/** Longest payload of a message, as of those of devices, and longest metadata, in characters. */
const MAX_PAYLOAD = 1_048_576;
const MAX_METADATA = 65_536;

/** filter: only true and false are allowed. */
export function asBoolean(value: ScriptValue): boolean {
  if (value.json === 'true') return true;
  if (value.json === 'false') return false;
  throw wrongType(value);
}

/** switch: a relation, or a list of distinct relations. */
export function asRelations(value: ScriptValue): string[] {
  const result: unknown = value.json === undefined ? undefined : JSON.parse(value.json);
  if (typeof result === 'string') return [result];
  if (!Array.isArray(result)) throw wrongType(value);
  for (const element of result) {
    if (typeof element !== 'string') throw new ScriptError(`Wrong result type: array with ${typeof element}`);
  }
  return [...new Set(result as string[])];
}

/** string: text only. */
export function asText(value: ScriptValue): string {
  if (value.type !== 'string' || value.json === undefined) throw wrongType(value);
  return JSON.parse(value.json) as string;
}

/** json: any JSON, as text. */
export function asJsonText(value: ScriptValue): string {
  if (value.json === undefined) throw wrongType(value);
  return value.json;
}

/** Result of an update or generate script; omitted parts stay unchanged. */
export interface ScriptedMessage {
  data: string;
  metadata: Record<string, string>;
  type: string;
}

/**
 * update: an object with any of msg, metadata and msgType, or a list of such objects.
 * @throws ScriptError for anything else, an empty list included
 */
export function asMessages(value: ScriptValue, input: ScriptInput): ScriptedMessage[] {
  const result: unknown = value.json === undefined ? undefined : JSON.parse(value.json);
  if (Array.isArray(result)) {
    if (result.length === 0) throw new ScriptError('The script returned no message');
    return result.map((element) => {
      if (!isObject(element)) throw new ScriptError(`Wrong result type: array with ${typeof element}`);
      return messageOf(element, input);
    });
  }
  if (!isObject(result)) throw wrongType(value);
  return [messageOf(result, input)];
}

/** generate: as update for one object; anything else keeps the previous message. */
export function asGeneratedMessage(value: ScriptValue, previous: ScriptInput): ScriptedMessage {
  const result: unknown = value.json === undefined ? undefined : JSON.parse(value.json);
  return messageOf(isObject(result) ? result : {}, previous);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf(result: Record<string, unknown>, input: ScriptInput): ScriptedMessage {
  const data = result.msg === undefined ? input.msg : JSON.stringify(result.msg);
  if (data.length > Math.max(MAX_PAYLOAD, input.msg.length)) {
    throw new ScriptError(`The script returned a message of more than ${MAX_PAYLOAD} characters`);
  }
  return { data, metadata: metadataOf(result.metadata, input), type: typeOf(result.msgType, input) };
}

function metadataOf(metadata: unknown, input: ScriptInput): Record<string, string> {
  if (metadata === undefined || metadata === null) return { ...input.metadata };
  if (!isObject(metadata)) {
    throw new ScriptError(`Wrong type of metadata: ${Array.isArray(metadata) ? 'array' : typeof metadata}`);
  }
  let length = 0;
  const entries = Object.entries(metadata)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => {
      if (typeof value === 'object') throw new ScriptError(`Metadata '${key}' must be a text, number or boolean`);
      const text = String(value);
      length += key.length + text.length;
      return [key, text] as const;
    });
  if (length > MAX_METADATA) {
    throw new ScriptError(`The script returned metadata of more than ${MAX_METADATA} characters`);
  }
  // fromEntries makes own members of any name, `__proto__` too.
  return Object.fromEntries(entries);
}

function typeOf(msgType: unknown, input: ScriptInput): string {
  if (msgType === undefined || msgType === '') return input.msgType;
  return typeof msgType === 'object' && msgType !== null ? JSON.stringify(msgType) : String(msgType);
}
