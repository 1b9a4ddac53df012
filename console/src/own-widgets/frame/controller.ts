import type { FrameFailure, TypeAnswers } from '../protocol.ts';
import { guardedLoops } from './loop-guard.ts';

/** What a script assigns to `self`. */
export interface Controller {
  ctx?: unknown;
  onInit?: () => unknown;
  onDataUpdated?: () => unknown;
  onResize?: () => unknown;
  onEditModeChanged?: () => unknown;
  onMobileModeChanged?: () => unknown;
  onDestroy?: () => unknown;
  typeParameters?: () => unknown;
  useCustomDatasources?: () => unknown;
  actionSources?: () => unknown;
  getSettingsSchema?: () => unknown;
  getDataKeySettingsSchema?: () => unknown;
}

/** Name of the function that loops of scripts call, among the globals of the frame. */
export const GUARD = '__signalboxLoop';

/** A script that cannot be read, and where. */
export class CompileError extends Error {
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(error: unknown) {
    const { message, loc } = error as { message: string; loc?: { line: number; column: number } };
    // The place is said apart.
    super(String(message).replace(/ \(\d+:\d+\)$/, ''));
    this.line = loc?.line;
    this.column = loc && loc.column + 1;
  }
}

const SOURCE_NAME = 'widget-script.js';
/** Lines that the constructor of functions, and the one below, put before a script. */
const LINES_BEFORE = 2;

/** Compiles a function body whose loops end. @throws CompileError */
export function compileBody(body: string, params: readonly string[]): (...args: unknown[]) => unknown {
  try {
    const source = `${guardedLoops(body, GUARD)}\n//# sourceURL=${SOURCE_NAME}`;
    return new Function(...params, source) as (...args: unknown[]) => unknown;
  } catch (error) {
    throw new CompileError(error);
  }
}

/** Compiles the script of a type: each call of the result is an instance. @throws CompileError */
export function compileController(script: string): (ctx: unknown) => Controller {
  const run = compileBody(script, ['self', 'ctx']);
  return (ctx) => {
    const self: Controller = { ctx };
    run.call(self, self, ctx);
    return self;
  };
}

/** Line and column of the script at which an error arose. */
export function placeOf(error: unknown): Pick<FrameFailure, 'line' | 'column'> {
  if (error instanceof CompileError) return { line: error.line, column: error.column };
  const stack = String((error as Error | null)?.stack ?? '');
  const found = /widget-script\.js(?::|[^:\n]*:)(\d+):(\d+)/.exec(stack);
  return found ? { line: Math.max(1, Number(found[1]) - LINES_BEFORE), column: Number(found[2]) } : {};
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an instance that is not drawn says about its type. */
export function answersOf(instance: Controller): TypeAnswers {
  const said = (ask: (() => unknown) | undefined) => (typeof ask === 'function' ? ask() : undefined);
  const object = (value: unknown) =>
    isObject(value) ? (JSON.parse(JSON.stringify(value)) as Record<string, unknown>) : {};
  const schema = (value: unknown) => (value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown));
  return {
    typeParameters: object(said(instance.typeParameters)),
    useCustomDatasources: said(instance.useCustomDatasources) === true,
    actionSources: object(said(instance.actionSources)),
    settingsSchema: schema(said(instance.getSettingsSchema)),
    dataKeySettingsSchema: schema(said(instance.getDataKeySettingsSchema)),
  };
}
