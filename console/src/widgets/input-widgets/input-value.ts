import type { TFunction } from 'i18next';
import { parseExactJson } from '../../api/exact-json.ts';
import { localDateTime } from '../../controls/local-time.ts';

export type ValueKind =
  | 'integer'
  | 'double'
  | 'string'
  | 'boolean'
  | 'booleanCheckbox'
  | 'image'
  | 'dateTime'
  | 'date'
  | 'time'
  | 'select'
  | 'json';

/** What a field holds while it is edited: yes or no for booleans, text for everything else. */
export type Draft = string | boolean;

/** A choice of a field of kind `select`; the draft of `value: null` is empty. */
export interface SelectOption {
  value: unknown;
  label: string;
}

/** What is entered in a field, and what it may be. */
export interface FieldSpec {
  /** Unique within the form. */
  id: string;
  kind: ValueKind;
  label: string;
  showLabel: boolean;
  isRequired: boolean;
  /** Words of the settings; empty: those of the console. */
  messages: { required?: string; tooSmall?: string; tooLarge?: string; notADate?: string };
  min?: number | undefined;
  max?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  step?: number | undefined;
  options?: readonly SelectOption[];
  /** Booleans: texts for yes and no. */
  words?: { on: string; off: string };
  /** Date and time in two inputs of their own. */
  parts?: 'row' | 'column';
  image?: { hasPreview: boolean; hasClear: boolean };
  access?: 'editable' | 'disabled' | 'readonly';
  icon?: string;
}

/** The draft of a date that the browser cannot read. */
export const UNREADABLE_DATE = 'unreadable';

const isBoolean = (kind: ValueKind) => kind === 'boolean' || kind === 'booleanCheckbox';
const MINUTE = 60_000;

function timeText(value: unknown): string {
  const minutes = Math.floor(Number(value) / MINUTE);
  if (!Number.isFinite(minutes) || minutes < 0 || minutes >= 24 * 60) return '';
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The draft of an option, as of a stored value. */
export function optionDraft(value: unknown): string {
  return value === null || value === undefined || value === 'null' ? '' : String(value);
}

function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  try {
    return JSON.stringify(parseExactJson(value), null, 2);
  } catch {
    // A text that was stored as such.
    return JSON.stringify(value);
  }
}

/** What the field shows of a value as it arrives: text, or a number where it is one; undefined: none is stored. */
export function draftOf(kind: ValueKind, value: unknown): Draft {
  if (isBoolean(kind)) return value === true || value === 'true';
  if (value === undefined || value === null) return '';
  switch (kind) {
    case 'dateTime':
      return localDateTime(Number(value));
    case 'date':
      return localDateTime(Number(value)).slice(0, 10);
    case 'time':
      return timeText(value);
    case 'select':
      return optionDraft(value);
    case 'json':
      return jsonText(value);
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

/** What is saved of a draft without problems; null: nothing. */
export function enteredValue({ kind, options }: Pick<FieldSpec, 'kind' | 'options'>, draft: Draft): unknown {
  if (typeof draft === 'boolean') return draft;
  if (kind === 'image') return draft;
  const text = draft.trim();
  if (kind === 'string') return text;
  if (text === '') return null;
  switch (kind) {
    case 'integer':
    case 'double':
      return Number(text);
    case 'dateTime':
      return new Date(text).getTime();
    case 'date':
      return new Date(`${text}T00:00`).getTime();
    case 'time': {
      const [hours = 0, minutes = 0] = text.split(':').map(Number);
      return (hours * 60 + minutes) * MINUTE;
    }
    case 'select':
      return options?.find(({ value }) => optionDraft(value) === draft)?.value ?? draft;
    case 'json':
      return parseExactJson(text);
    default:
      return draft;
  }
}

function numberProblem(spec: FieldSpec, text: string, t: TFunction): string | undefined {
  const number = Number(text);
  if (!Number.isFinite(number)) return t('input.notANumber');
  if (spec.kind === 'integer' && !Number.isInteger(number)) return t('input.notWhole');
  if (spec.kind === 'integer' && !Number.isSafeInteger(number)) return t('input.tooManyDigits');
  if (spec.min !== undefined && number < spec.min) {
    return spec.messages.tooSmall || t('input.tooSmall', { min: spec.min });
  }
  if (spec.max !== undefined && number > spec.max) {
    return spec.messages.tooLarge || t('input.tooLarge', { max: spec.max });
  }
  return undefined;
}

function jsonProblem(text: string, t: TFunction): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return t('input.notJson', { reason: error instanceof Error ? error.message : String(error) });
  }
}

/** What is wrong with a draft, in words for people; undefined when it can be saved. */
export function problemOf(spec: FieldSpec, draft: Draft, t: TFunction): string | undefined {
  if (typeof draft === 'boolean') return undefined;
  const text = draft.trim();
  if (text === '') return spec.isRequired ? spec.messages.required || t('input.required') : undefined;
  switch (spec.kind) {
    case 'integer':
    case 'double':
      return numberProblem(spec, text, t);
    case 'dateTime':
    case 'date':
    case 'time':
      return Number.isFinite(enteredValue(spec, text)) && draft !== UNREADABLE_DATE
        ? undefined
        : spec.messages.notADate || t('input.notADate');
    case 'json':
      return jsonProblem(text, t);
    case 'string':
      if (spec.minLength !== undefined && text.length < spec.minLength) {
        return t('input.tooShort', { count: spec.minLength });
      }
      if (spec.maxLength !== undefined && text.length > spec.maxLength) {
        return t('input.tooLong', { count: spec.maxLength });
      }
      return undefined;
    default:
      return undefined;
  }
}

/** A number moved by `count` steps, within its borders; undefined when the draft is no number. */
export function stepped(spec: FieldSpec, draft: Draft, count: number): string | undefined {
  const number = Number(draft);
  if (!Number.isFinite(number)) return undefined;
  const step = spec.step && spec.step > 0 ? spec.step : 1;
  const next = Math.min(spec.max ?? Infinity, Math.max(spec.min ?? -Infinity, number + count * step));
  return String(Number(next.toPrecision(15)));
}

/** A draft in a few words. */
export function draftWords(spec: FieldSpec, draft: Draft, t: TFunction): string {
  if (typeof draft === 'boolean') return draft ? spec.words?.on || t('input.on') : spec.words?.off || t('input.off');
  if (spec.kind === 'image') return '';
  const option = spec.options?.find(({ value }) => optionDraft(value) === draft);
  const words = (option?.label ?? draft.replace('T', ' ')) || t('input.nothing');
  return words.length > 60 ? `${words.slice(0, 60)}…` : words;
}
