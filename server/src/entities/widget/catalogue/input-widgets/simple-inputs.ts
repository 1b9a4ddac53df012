import { ONE_VALUE, plainController } from '../controller.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { functionKey, simulatedBy } from '../widget-config.ts';
import { type InputKind, inputForm, type Target } from './input-forms.ts';

/** The kinds, in words, with what a new widget shows of each. */
const KINDS: Readonly<Record<InputKind, { noun: string; label: string; funcBody: string }>> = {
  integer: { noun: 'a whole number', label: 'Count', funcBody: 'return 42;' },
  double: { noun: 'a number', label: 'Set point', funcBody: 'return 21.5;' },
  string: { noun: 'a text', label: 'Note', funcBody: "return 'Checked';" },
  boolean: { noun: 'yes or no', label: 'Enabled', funcBody: 'return true;' },
  image: { noun: 'a picture', label: 'Picture', funcBody: "return '';" },
  date: { noun: 'a date', label: 'Next service', funcBody: 'return 1767225600000;' },
  location: { noun: 'a place', label: 'latitude', funcBody: 'return 52.52;' },
};

const TARGETS: Readonly<Record<Target, { inName: string; inAlias: string; saved: string }>> = {
  timeseries: { inName: '', inAlias: '', saved: 'as a point of a time series' },
  server: { inName: 'server ', inAlias: 'server_', saved: 'in an attribute of the server' },
  shared: { inName: 'shared ', inAlias: 'shared_', saved: 'in an attribute that is shared with the device' },
};

/** A form for one value of one entity. */
function input(kind: InputKind, target: Target): TypeDefinition {
  const { noun, label, funcBody } = KINDS[kind];
  const { inName, inAlias, saved } = TARGETS[target];
  const what = target === 'timeseries' ? 'timeseries' : 'attribute';
  const keys = [functionKey(label, funcBody)];
  if (kind === 'location') keys.push(functionKey('longitude', 'return 13.4;', 1));
  return {
    alias: `update_${inAlias}${kind}_${what}`,
    name: `Update ${inName}${kind} ${what}`,
    description: `A form in which people enter ${noun} that is stored ${saved} of an entity.`,
    type: 'latest',
    size: [7.5, kind === 'image' || kind === 'date' ? 3.5 : 3],
    controller: plainController({ parameters: kind === 'location' ? { ...ONE_VALUE, maxDataKeys: 2 } : ONE_VALUE }),
    settings: inputForm(kind, target),
    config: { datasources: [simulatedBy('Simulated device', keys)] },
  };
}

const all: readonly Target[] = ['timeseries', 'server', 'shared'];
const attributes: readonly Target[] = ['server', 'shared'];

/** widgets.md §4.12: 19 forms. */
export const simpleInputs: readonly TypeDefinition[] = [
  ...(['integer', 'double', 'string', 'boolean', 'location'] as const).flatMap((kind) =>
    all.map((target) => input(kind, target)),
  ),
  ...(['image', 'date'] as const).flatMap((kind) => attributes.map((target) => input(kind, target))),
];
