import protobuf from 'protobufjs';
import { SchemaError } from './schema-error.ts';

/** Fields, values and messages of a schema together: the work of reading a schema grows with the square of their number. */
const MAX_DEFINITIONS = 1000;

/** A message, enumeration, field or value, and its position. */
export interface Definition {
  /** Names of its enclosing messages and its own, joined by dots; without the package. */
  path: string;
  kind: 'message' | 'enum' | 'oneof' | 'service' | 'field';
  /** Number of a field or value as it is written. */
  number: string | undefined;
  line: number;
}

/** What a schema holds, by its words alone. */
export interface SchemaOutline {
  /** `proto3`; undefined when it says nothing. */
  syntax: string | undefined;
  definitions: Definition[];
}

type ScopeKind = 'file' | 'message' | 'enum' | 'oneof' | 'service' | 'other';

interface Scope {
  kind: ScopeKind;
  path: string;
}

const OPTIONS_REFUSED: Record<ScopeKind, string> = {
  file: "Schema options don't support!",
  message: "Message definition options don't support!",
  enum: 'Enum definitions options are not supported!',
  oneof: "OneOf definition options don't support!",
  service: "Schema options don't support!",
  other: "Schema options don't support!",
};

/**
 * Walks through the words of a schema: records the position of everything, and refuses what schemas of device profiles may
 * not hold, before the parser sees it.
 * @throws SchemaError
 */
export function readOutline(text: string): SchemaOutline {
  checkQuotes(text);
  const words = protobuf.tokenize(text, false);
  const outline: SchemaOutline = { syntax: undefined, definitions: [] };
  const scopes: Scope[] = [{ kind: 'file', path: '' }];
  let statement: string[] = [];
  let line = 1;

  function define(kind: Definition['kind'], name: string, number?: string): string {
    const scope = scopes.at(-1) as Scope;
    // The one name that the parser would leave out without a word.
    if (name === '__proto__') throw new SchemaError('rule', `The name '${name}' cannot be used!`, line);
    if (outline.definitions.length >= MAX_DEFINITIONS) {
      throw new SchemaError(
        'rule',
        `More than ${MAX_DEFINITIONS} fields, values and messages are not supported!`,
        line,
      );
    }
    const path = scope.path === '' ? name : `${scope.path}.${name}`;
    outline.definitions.push({ path, kind, number, line });
    return path;
  }

  function open(): void {
    const { kind } = scopes.at(-1) as Scope;
    const [first = '', second = ''] = statement;
    if (kind !== 'enum' && statement.slice(0, 2).includes('group')) {
      const what = kind === 'oneof' ? 'OneOf' : 'Message';
      throw new SchemaError('rule', `${what} definition groups don't support!`, line);
    }
    if (first === 'extend') throw new SchemaError('rule', "Schema extend declarations don't support!", line);
    if (first === 'message' || first === 'enum' || first === 'oneof' || first === 'service') {
      const path = define(first, second);
      // Members of a oneof are fields of its message.
      scopes.push({ kind: first, path: first === 'oneof' ? (scopes.at(-1) as Scope).path : path });
    } else {
      scopes.push({ kind: 'other', path: (scopes.at(-1) as Scope).path });
    }
  }

  function end(): void {
    const { kind } = scopes.at(-1) as Scope;
    const [first, second] = statement;
    if (first === undefined || kind === 'other' || kind === 'service') return;
    const assigned = statement.indexOf('=');
    const isAssignment = assigned === 1;
    if (kind === 'file') {
      if (first === 'import') {
        throw new SchemaError('rule', `Schema ${second === 'public' ? 'public ' : ''}imports don't support!`, line);
      }
      if (first === 'package' && second?.startsWith('google.protobuf')) {
        throw new SchemaError('rule', "The package 'google.protobuf' is not supported!", line);
      }
      if (first === 'syntax' || first === 'edition') {
        outline.syntax = first === 'syntax' ? statement[3] : `edition ${statement[3]}`;
        if (outline.syntax !== 'proto3') throw new SchemaError('syntax', outline.syntax ?? 'none', line);
        return;
      }
    }
    if (first === 'option') throw new SchemaError('rule', OPTIONS_REFUSED[kind], line);
    if (kind === 'file') return;
    if (kind === 'message' && !isAssignment) {
      if (first === 'extensions') throw new SchemaError('rule', "Message definition extensions don't support!", line);
      if (first === 'reserved')
        throw new SchemaError('rule', "Message definition reserved elements don't support!", line);
      if (first === 'required') throw new SchemaError('rule', 'Required labels are not supported!', line);
    }
    if (assigned < 1) return;
    const inline = statement.indexOf('[', assigned);
    if (inline > 0 && statement.some((word, at) => at > inline && word === 'default' && statement[at + 1] === '=')) {
      throw new SchemaError('rule', 'Default values are not supported!', line);
    }
    define('field', statement[assigned - 1] as string, statement[assigned + 1]);
  }

  for (;;) {
    let word: string | null;
    try {
      word = words.next();
    } catch (error) {
      throw SchemaError.ofParser(error);
    }
    if (word === null) return outline;
    if (word === '{') {
      open();
      statement = [];
    } else if (word === '}') {
      const { kind } = scopes.at(-1) as Scope;
      // The parser takes words before it for something else than they are.
      if (statement.length > 0 && kind !== 'other' && kind !== 'service') {
        throw new SchemaError('parse', `illegal token '${word}'`, words.line);
      }
      if (scopes.length > 1) scopes.pop();
      statement = [];
    } else if (word === ';') {
      end();
      statement = [];
    } else {
      if (statement.length === 0) line = words.line;
      statement.push(word);
    }
  }
}

/** Comments and texts as wholes, then what begins one and does not end it, then everything else. */
const PARTS = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(\/\*|["'])|[^"'/]+|\//gy;

/**
 * Refuses texts that do not end on their line, and comments that do not end: the parser would look for the end of each
 * quotation mark through all that follows.
 */
function checkQuotes(text: string): void {
  for (const { 1: unended, index } of text.matchAll(PARTS)) {
    if (unended === undefined) continue;
    const line = text.slice(0, index).split('\n').length;
    throw new SchemaError('parse', unended === '/*' ? 'illegal comment' : 'illegal string', line);
  }
}
