import { createContext, useContext } from 'react';
import type { SettingProblem } from './check-settings.ts';
import type { MemberPath } from './members.ts';

/** What all fields of a form share. */
export interface FormState {
  /** All settings. */
  model: unknown;
  /** The same as they count, with defaults for what they leave out. */
  inForce: unknown;
  change: (path: MemberPath, value: unknown) => void;
  /** By the path of the setting. */
  problems: Readonly<Record<string, SettingProblem>>;
  /** The same in words, of what only the one around the form knows. */
  wrong: Readonly<Record<string, string>>;
  /** Whether what is wrong with a setting is said: it was left, or the form was to be sent. */
  isChecked: (name: string) => boolean;
  onLeave: (name: string) => void;
  readOnly: boolean;
  /** Titles in the language of the user, where the type has its own. */
  translate: (title: string) => string;
}

export const FormContext = createContext<FormState | undefined>(undefined);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('Fields stand in a form');
  return form;
}
