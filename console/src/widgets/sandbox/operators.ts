import { isCallable, Native } from './library.ts';
import { ScriptError } from './script-error.ts';

/** A value as text, as template literals and `+` write it; objects and functions run nothing of their own. */
export function text(value: unknown): string {
  if (isCallable(value)) return 'function';
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? '[object Object]'
    : String(value);
}

/** Makes objects comparable and addable without running methods of theirs. */
function plain(value: unknown): string | number | bigint | boolean | null | undefined {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'object' && value !== null) return text(value);
  if (typeof value === 'symbol') return undefined;
  return value as string | number | boolean | null | undefined;
}

/**
 * Result of a binary operator.
 * @throws ScriptError for an operator that scripts do not have, and for texts that grow too long
 */
export function binary(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '===') return left === right;
  if (operator === '!==') return left !== right;
  if (operator === 'in') return right !== null && typeof right === 'object' && Object.hasOwn(right, String(left));
  if (operator === 'instanceof') return right instanceof Native && right.recognises?.(left) === true;
  const bothObjects = typeof left === 'object' && typeof right === 'object';
  // biome-ignore-start lint/suspicious/noDoubleEquals: scripts may compare loosely
  if (operator === '==') return bothObjects ? left === right : plain(left) == plain(right);
  if (operator === '!=') return bothObjects ? left !== right : plain(left) != plain(right);
  // biome-ignore-end lint/suspicious/noDoubleEquals: scripts may compare loosely
  if (operator === '+' && (left instanceof Date || right instanceof Date)) return `${text(left)}${text(right)}`;
  const a = plain(left) as number;
  const b = plain(right) as number;
  switch (operator) {
    case '+':
      return limited(a + b);
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case '**':
      return a ** b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '>>>':
      return a >>> b;
    default:
      throw new ScriptError(`Not supported here: ${operator}`);
  }
}

function limited(value: unknown): unknown {
  if (typeof value === 'string' && value.length > 1_000_000) throw new ScriptError('A text grows too long');
  return value;
}
