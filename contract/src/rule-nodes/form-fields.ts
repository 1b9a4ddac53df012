import type { SmsSettings } from '../sms-settings.ts';
import type { CredentialsSetting, DeviceRelationsSetting, RelationsSetting } from './settings.ts';

/** Purpose of a node's script, which determines what it must return (rule-engine.md §4.1). */
export const SCRIPT_KINDS = ['filter', 'switch', 'update', 'generate', 'json', 'string'] as const;
export type ScriptKind = (typeof SCRIPT_KINDS)[number];

/** Values of other members; of several any will do. */
export type FieldCondition = Readonly<Record<string, string | boolean | readonly string[]>>;

interface Labelled {
  label: string;
  /** Explains what the label does not. */
  help?: string;
  /** The field counts only while other members have these values: else it is not shown. */
  when?: FieldCondition;
}

/** On or off. */
interface SwitchField extends Labelled {
  control: 'switch';
  /** What counts when nothing is set; off unless given. */
  absent?: boolean;
}

interface NumberField extends Labelled {
  control: 'number';
  unit?: string;
  /** The choice that is the unit, shown beside the number. */
  unitMember?: string;
  min?: number;
  max?: number;
  /** May be empty. */
  isOptional?: boolean;
}

interface TextField extends Labelled {
  control: 'text';
  isRequired?: boolean;
  /** May have placeholders, which messages fill. */
  isPattern?: boolean;
  /** Several lines are usual. */
  isLong?: boolean;
  /** Not readable unless it is asked for; so are members whose names say that they are secret. */
  isSecret?: boolean;
  /** What is usual or in use, offered beside any other text. */
  offers?: 'queues' | 'relationTypes' | readonly string[];
  /** The only values and their labels, while the condition holds. */
  choices?: { options: Readonly<Record<string, string>>; when?: FieldCondition };
  /** The text may be read from a file of these kinds, whose name is kept in another member. */
  file?: { accept: string; nameMember: string };
}

/** The id of an entity, whose kind another member is. Without a kind the field does not count. */
interface EntityField extends Labelled {
  control: 'entity';
  kindMember: string;
  isRequired?: boolean;
}

/** A text that has no control of its own: another field sets it, or it counts for other servers only. */
interface KeptField extends Labelled {
  control: 'kept';
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
  isRequired?: boolean;
  /** The label of no choice, where that is one. */
  none?: string;
}

/** Several of a list of texts; any other text too where `isOpen`. */
interface TextsField extends Labelled {
  control: 'texts';
  options?: readonly string[];
  /** Of the options, where they are not words. */
  labels?: Readonly<Record<string, string>>;
  isOpen: boolean;
  isRequired?: boolean;
  /** May have placeholders, which messages fill. */
  isPattern?: boolean;
}

/** Pairs of texts. */
interface PairsField extends Labelled {
  control: 'pairs';
  /** Names of the two columns. */
  columns: readonly [key: string, value: string];
  /** May have placeholders, which messages fill. */
  isPattern?: boolean;
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
  ? SwitchField | KeptField
  : [Exclude<Value, null>] extends [number]
    ? NumberField
    : [Exclude<Value, null>] extends [string]
      ? string extends Value
        ? TextField | ScriptField | EntityField | KeptField
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
  | EntityField
  | KeptField
  | ScriptField
  | ChoiceField<string>
  | TextsField
  | PairsField
  | RelationsField
  | DeviceRelationsField
  | CredentialsField
  | SmsProviderField;
