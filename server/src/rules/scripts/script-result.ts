import { ScriptError, type ScriptInput, type ScriptValue } from './script-engine.ts';

/*
 * What scripts may return and what becomes of it (rule-engine.md §4.1 and §4.2).
 */

function wrongType(value: ScriptValue): ScriptError {
  return new ScriptError(`Wrong result type: ${value.type}`);
}

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
  return {
    data: result.msg === undefined ? input.msg : JSON.stringify(result.msg),
    metadata: metadataOf(result.metadata, input),
    type: typeOf(result.msgType, input),
  };
}

function metadataOf(metadata: unknown, input: ScriptInput): Record<string, string> {
  if (metadata === undefined || metadata === null) return { ...input.metadata };
  if (!isObject(metadata)) {
    throw new ScriptError(`Wrong type of metadata: ${Array.isArray(metadata) ? 'array' : typeof metadata}`);
  }
  // fromEntries makes own members of any name, `__proto__` too.
  return Object.fromEntries(
    Object.entries(metadata)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => {
        if (typeof value === 'object') throw new ScriptError(`Metadata '${key}' must be a text, number or boolean`);
        return [key, String(value)];
      }),
  );
}

function typeOf(msgType: unknown, input: ScriptInput): string {
  if (msgType === undefined || msgType === '') return input.msgType;
  return typeof msgType === 'object' && msgType !== null ? JSON.stringify(msgType) : String(msgType);
}
