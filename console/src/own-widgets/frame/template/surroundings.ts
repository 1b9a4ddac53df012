import { checkExpression, evaluate, type Scope } from './expression.ts';
import type { Parts } from './forms.ts';

/** Something that may be drawn elsewhere: `ng-template`. */
export class Template {
  readonly content: readonly Node[];
  readonly surroundings: Surroundings;

  constructor(content: readonly Node[], surroundings: Surroundings) {
    this.content = content;
    this.surroundings = surroundings;
  }
}

/** What surrounds a part of a template. */
export interface Surroundings {
  scope: Scope;
  /** The form that fields within it belong to. */
  form: () => Parts | null;
  /** The value that `*ngSwitchCase` within it compares with, and whether one was equal. */
  choice?: { value: () => unknown; isTaken: () => boolean; take: () => void };
  /** An expression failed; the rest is drawn. */
  failed: (error: unknown, text: string) => void;
  /** Names of components that are not there. */
  missing: (name: string) => Node;
  /** Something was done that may have changed what is drawn. */
  run: (work: () => unknown) => unknown;
}

/** Tries an expression; what fails is reported, and is nothing. */
export function tried(text: string, { scope, failed }: Surroundings): unknown {
  try {
    return evaluate(text, scope);
  } catch (error) {
    failed(error, text);
    return undefined;
  }
}

const GAP = /\{\{([\s\S]*?)\}\}/;

/** A text with `{{ gaps }}`, or undefined where it has none. */
export function gapsOf(text: string): ((surroundings: Surroundings) => string) | undefined {
  if (!GAP.test(text)) return undefined;
  // Odd places are expressions.
  const parts = text.split(GAP);
  for (const [at, part] of parts.entries()) if (at % 2 === 1) checkExpression(part);
  return (surroundings) =>
    parts.map((part, at) => (at % 2 === 1 ? String(tried(part, surroundings) ?? '') : part)).join('');
}
