import type { Message } from '../../messages/message.ts';

/** What a script is given. */
export interface ScriptInput {
  /** Payload text; the script gets it parsed. */
  msg: string;
  metadata: Readonly<Record<string, string>>;
  msgType: string;
}

/** What one call of a script returned, as it left the sandbox. */
export interface ScriptValue {
  /** JSON text of the value; undefined when JSON has none for it (undefined, a function). */
  json: string | undefined;
  /** What `typeof` said, `null` and `array` apart. */
  type: string;
}

/** A compiled script of one node. */
export interface Script {
  /**
   * Runs the script in the sandbox. Calls of the same moment travel together.
   * @param patience whether the caller has all the time that a script may take
   * @throws ScriptError when it throws, runs too long, uses too much memory, or is blocked after too many errors
   * @throws ScriptTooSlow when it takes longer than a caller without patience can wait
   */
  run(input: ScriptInput, patience: { readonly mayWait: boolean }): Promise<ScriptValue>;
  close(): void;
}

/** A script failed; the message is meant for its author. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** The script takes too long for those who wait beside it: it has to be run apart. */
export class ScriptTooSlow extends Error {
  override readonly name = 'ScriptTooSlow';
}

/** Runs scripts of users, away from the server. */
export interface ScriptEngine {
  /**
   * Prepares the body of a function with the given argument names.
   * @throws ScriptError `Can't compile script: …`
   */
  compile(tenantId: string, body: string, argNames?: readonly string[]): Promise<Script>;
  close(): Promise<void>;
}

/** Argument names of every script of a node. */
export const SCRIPT_ARGUMENTS = ['msg', 'metadata', 'msgType'] as const;

/** What a script sees of a message. */
export function scriptInput(message: Message): ScriptInput {
  return { msg: message.data, metadata: message.metadata, msgType: message.type };
}
