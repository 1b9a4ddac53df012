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

/** The form of a rule chain: what is not drawn on the canvas. */
export function chainForm(t: TFunction, type: RuleChainType): EntityForm<RuleChain, RuleChainInput> {
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
