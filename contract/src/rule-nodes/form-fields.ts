import type { SmsSettings } from '../sms-settings.ts';
import type { CredentialsSetting, DeviceRelationsSetting, RelationsSetting } from './settings.ts';

/** Purpose of a node's script, which determines what it must return (rule-engine.md §4.1). */
export const SCRIPT_KINDS = ['filter', 'switch', 'update', 'generate', 'json', 'string'] as const;
export type ScriptKind = (typeof SCRIPT_KINDS)[number];

interface Labelled {
  label: string;
  /** Explains what the label does not. */
  help?: string;
}

/** On or off. */
interface SwitchField extends Labelled {
  control: 'switch';
}

interface NumberField extends Labelled {
  control: 'number';
  unit?: string;
  min?: number;
  max?: number;
}

interface TextField extends Labelled {
  control: 'text';
  isRequired?: boolean;
}

/** The body of a function of `msg`, `metadata` and `msgType`. */
interface ScriptField extends Labelled {
  control: 'script';
  script: ScriptKind;
}

/** One of several values, with their labels. */
interface ChoiceField<Value extends string> extends Labelled {
  control: 'choice';
  options: Readonly<Record<Value, string>>;
}

/** Several of a list of texts; any other text too where `isOpen`. */
interface TextsField extends Labelled {
  control: 'texts';
  options?: readonly string[];
  isOpen: boolean;
}

/** Pairs of texts. */
interface PairsField extends Labelled {
  control: 'pairs';
  /** Names of the two columns. */
  columns: readonly [key: string, value: string];
}

/** A walk along relations. */
interface RelationsField extends Labelled {
  control: 'relations';
}

/** A walk along relations to devices. */
interface DeviceRelationsField extends Labelled {
  control: 'deviceRelations';
}

/** How a node proves who it is to somebody outside. */
interface CredentialsField extends Labelled {
  control: 'credentials';
  types: readonly CredentialsSetting['type'][];
}

/** Who delivers text messages. */
interface SmsProviderField extends Labelled {
  control: 'smsProvider';
}

/** The controls that can edit a value of a configuration. */
type FieldFor<Value> = [Exclude<Value, null>] extends [boolean]
  ? SwitchField
  : [Exclude<Value, null>] extends [number]
    ? NumberField
    : [Exclude<Value, null>] extends [string]
      ? string extends Value
        ? TextField | ScriptField
        : ChoiceField<Extract<Value, string>>
      : [Value] extends [readonly string[]]
        ? TextsField
        : [Exclude<Value, null>] extends [RelationsSetting]
          ? RelationsField
          : [Exclude<Value, null>] extends [DeviceRelationsSetting]
            ? DeviceRelationsField
            : [Exclude<Value, null>] extends [SmsSettings]
              ? SmsProviderField
              : [Value] extends [CredentialsSetting]
                ? CredentialsField
                : [Value] extends [Readonly<Record<string, string>>]
                  ? PairsField
                  : never;

/** A control for each member of a configuration: a missing one does not compile. */
export type FormFields<Configuration> = { readonly [Member in keyof Configuration]-?: FieldFor<Configuration[Member]> };

export type FormField =
  | SwitchField
  | NumberField
  | TextField
  | ScriptField
  | ChoiceField<string>
  | TextsField
  | PairsField
  | RelationsField
  | DeviceRelationsField
  | CredentialsField
  | SmsProviderField;
