import type { Message } from '../../messages/message.ts';

/** Arguments of a script. */
export interface ScriptInput {
  /** Payload as text; the script gets it parsed. */
  msg: string;
  metadata: Readonly<Record<string, string>>;
  msgType: string;
}

/** What one call of a script returned, as it left the sandbox. */
export interface ScriptValue {
  /** JSON text of the value; undefined when it has no JSON form (undefined, a function). */
  json: string | undefined;
  /** `typeof` of the value, or `null` or `array`. */
  type: string;
}

/** Who calls a script. */
export interface ScriptPatience {
  readonly mayWait: boolean;
  readonly batch?: object;
}

/** A compiled script of one node. */
export interface Script {
  /**
   * Runs the script in the sandbox. Calls made at the same moment are sent together.
   * @param patience whether the caller can wait as long as a script may take; the batch that it is part of otherwise
   * @throws ScriptError when it throws, runs too long, uses too much memory, or is blocked after too many errors
   * @throws ScriptTooSlow when the script is slow, or has returned too much in this batch, and the caller cannot wait
   */
  run(input: ScriptInput, patience: ScriptPatience): Promise<ScriptValue>;
  close(): void;
}

/** A script failed; the message is meant for its author. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** The script is too slow for a batch and has to be run outside of it. */
export class ScriptTooSlow extends Error {
  override readonly name = 'ScriptTooSlow';
}

/** Runs scripts of users outside of the server process. */
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
