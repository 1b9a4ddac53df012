import { useQuery } from '@tanstack/react-query';
import { readWidgetTypeByAlias } from '../api/widget-types.ts';
import { readSettingsSchema, type SettingsSchema } from '../schema-form/settings-schema.ts';
import type { ActionSourceInfo, ActionSources } from '../widget-config/action-sources.ts';
import type { Widget } from '../widgets/model.ts';
import { createScriptHome } from '../widgets/sandbox/scripts.ts';

/** What a type says of widgets of it (widget reference §1.5); absent members have their defaults. */
export interface TypeParameters {
  useCustomDatasources?: boolean;
  maxDatasources?: number;
  maxDataKeys?: number;
  datasourcesOptional?: boolean;
  dataKeysOptional?: boolean;
}

export interface TypeFacts {
  name: string;
  descriptor: Readonly<Record<string, unknown>>;
  parameters: TypeParameters;
  /** By id. */
  actionSources: ActionSources;
  settingsSchema: SettingsSchema | undefined;
  dataKeySettingsSchema: SettingsSchema | undefined;
}

/** Asks an instance of the type that is thrown away, which has no context. */
const QUESTION = `return {
  parameters: typeof self.typeParameters === 'function' ? self.typeParameters() : {},
  custom: typeof self.useCustomDatasources === 'function' ? self.useCustomDatasources() === true : false,
  sources: typeof self.actionSources === 'function' ? self.actionSources() : {},
  settings: typeof self.getSettingsSchema === 'function' ? self.getSettingsSchema() : null,
  keySettings: typeof self.getDataKeySettingsSchema === 'function' ? self.getDataKeySettingsSchema() : null
};`;

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** What the controller of a type answers; it runs in a machine of its own, which ends with the answer. */
async function askController(script: string): Promise<Members> {
  const home = createScriptHome();
  try {
    const scripts = await home.join();
    return membersOf(
      scripts.compile(`var self = {};\n(function() {\n${script}\n}).call(self);\n${QUESTION}`, ['ctx'])(),
    );
  } catch {
    // A type whose code does not run says nothing of itself.
    return {};
  } finally {
    home.leave();
  }
}

function sourcesIn(value: unknown): ActionSources {
  const sources = Object.entries(membersOf(value)).map(([id, source]): [string, ActionSourceInfo] => {
    const { name, multiple, hasShowCondition } = membersOf(source);
    return [
      id,
      {
        ...(typeof name === 'string' ? { name } : {}),
        ...{ multiple: multiple !== false, hasShowCondition: hasShowCondition === true },
      },
    ];
  });
  return Object.fromEntries(sources);
}

async function readFacts({ bundleAlias, typeAlias, isSystemType }: TypeName): Promise<TypeFacts> {
  const { name, descriptor } = await readWidgetTypeByAlias(bundleAlias, typeAlias, isSystemType === true);
  const answer = await askController(String(descriptor.controllerScript ?? ''));
  return {
    ...{ name, descriptor },
    parameters: { ...membersOf(answer.parameters), useCustomDatasources: answer.custom === true },
    actionSources: sourcesIn(answer.sources),
    settingsSchema: readSettingsSchema(answer.settings ?? descriptor.settingsSchema),
    dataKeySettingsSchema: readSettingsSchema(answer.keySettings ?? descriptor.dataKeySettingsSchema),
  };
}

type TypeName = Pick<Widget, 'bundleAlias' | 'typeAlias' | 'isSystemType'>;

/** What the type of a widget says of it: the forms of its settings, its limits, and where its actions are. */
export function useTypeFacts(type: TypeName) {
  const { bundleAlias, typeAlias, isSystemType } = type;
  return useQuery({
    queryKey: ['widget type facts', isSystemType === true, bundleAlias, typeAlias],
    queryFn: () => readFacts(type),
    staleTime: 60_000,
  });
}
