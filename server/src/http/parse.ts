import { EMPTY_PARAMETER, MISSING_ID } from '@signalbox/contract/id';
import * as z from 'zod/mini';
import { badRequest } from './errors.ts';

/**
 * Parses `value` with `schema`.
 * @param place what is being read ("query parameter", "body"), used when a value is missing
 * @throws ApiError 400 / 31 naming the field
 */
export function parseWith<S extends z.core.$ZodType>(schema: S, value: unknown, place: string): z.infer<S> {
  const result = check(schema, value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ISSUES);
  const messages = [...new Set(issues.map((issue) => shortened(describeIssue(issue, place))))];
  throw badRequest(messages.join(', '));
}

/**
 * The value, or what the schema says is wrong with it.
 * @throws ApiError 400 / 31 when too much is
 */
export function check<S extends z.core.$ZodType>(schema: S, value: unknown) {
  try {
    return z.safeParse(schema, value, { reportInput: true });
  } catch (error) {
    // Not spread: a body can have more issues than a call can have arguments.
    if (error instanceof RangeError) throw badRequest('The request contains too many invalid values.');
    throw error;
  }
}

/** Some messages quote the input, which can be of any length. */
function shortened(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
}

/** Maximum number of issues in a reply: a list can have one per item. */
const MAX_ISSUES = 20;
/** In characters. */
const MAX_MESSAGE_LENGTH = 500;

/** Messages for schemas without one of their own. */
const UNEXPLAINED = 'Invalid input';

function explain(issue: z.core.$ZodIssue, what: string): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Validation error: ${what} must be of type ${issue.expected}`;
    case 'invalid_value':
      return `Validation error: ${what} must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `Validation error: ${what} must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `Validation error: ${what} must have at most ${issue.maximum} items`
        : `Validation error: ${what} must be at most ${issue.maximum}`;
    default:
      return `Validation error: ${what} has a value that cannot be used`;
  }
}

function describeIssue(issue: z.core.$ZodIssue, place: string): string {
  const field = issue.path.map(String).join('.');
  const message = issue.message;
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `Validation error: length of ${field} must be equal or less than ${issue.maximum}`;
  }
  if (message === MISSING_ID) return message;
  if (issue.input === undefined && (issue.code === 'invalid_type' || message === UNEXPLAINED)) {
    return field === '' ? 'Required request body is missing' : `Required ${place} '${field}' is not present`;
  }
  const isEmpty = issue.input === '' && issue.code === 'invalid_value' && place === 'request parameter';
  if (message === EMPTY_PARAMETER || isEmpty) return `Parameter '${field}' ${EMPTY_PARAMETER}`;
  if (message === UNEXPLAINED) return explain(issue, field === '' ? 'The request body' : `'${field}'`);
  // Messages of the wire are whole sentences; the short ones of schemas need the field before them.
  const isSentence = /^[A-Z].*[!.]$|^Invalid (?:UUID|scope|attribute scope)|^Unsupported|^Incorrect/.test(message);
  return isSentence || field === '' ? message : `Validation error: ${field}: ${message}`;
}
