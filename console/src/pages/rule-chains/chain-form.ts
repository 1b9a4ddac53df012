import './texts/texts.ts';
import {
  type RuleChain,
  type RuleChainInput,
  type RuleChainType,
  ruleChainInputSchema,
} from '@signalbox/contract/rule-chain';
import type { TFunction } from 'i18next';
import { descriptionField } from '../../entity-page/contact-fields.ts';
import { descriptionOf, type EntityForm, textOrNull } from '../../entity-page/form.ts';

type ChainForm = EntityForm<RuleChain, RuleChainInput>;

/** The form of a new chain, which may begin with the nodes that devices need. */
export function newChainForm(t: TFunction, form: ChainForm, type: RuleChainType): ChainForm {
  // Those for edges begin in other ways.
  if (type !== 'CORE') return form;
  const forDevices = {
    name: 'forDevices',
    label: t('ruleChain.forDevices'),
    help: t('ruleChain.forDevicesHelp'),
    kind: 'switch' as const,
  };
  return {
    ...form,
    fields: form.fields.toSpliced(1, 0, forDevices),
    values: (chain) => ({ ...form.values(chain), forDevices: false }),
  };
}

/** The form of a rule chain: what is not drawn on the canvas. */
export function chainForm(t: TFunction, type: RuleChainType): ChainForm {
  return {
    fields: [
      { name: 'name', label: t('ruleChain.name'), kind: 'text', required: true },
      { name: 'debugMode', label: t('ruleChain.debugMode'), help: t('ruleChain.debugHelp'), kind: 'switch' },
      descriptionField(t),
    ],
    values: (chain) => ({
      name: chain?.name ?? '',
      debugMode: chain?.debugMode ?? false,
      description: descriptionOf(chain as Parameters<typeof descriptionOf>[0]),
    }),
    body: (values, stored) => ({
      type,
      ...stored,
      configuration: stored?.configuration ?? null,
      name: String(values.name ?? '').trim(),
      debugMode: values.debugMode === true,
      additionalInfo: {
        ...(stored?.additionalInfo as object | null),
        description: textOrNull(values.description) ?? '',
      },
    }),
    schema: ruleChainInputSchema,
  };
}
