import { type AssetInfo, assetInputSchema } from '@signalbox/contract/asset';
import type { TFunction } from 'i18next';
import { type EntityForm, textOrNull } from '../../entity-page/form.ts';
import { typedBody, typedFields, typedValues } from '../../entity-page/typed-form.ts';
import type { TypedKind } from '../../entity-page/typed-kind.ts';

/** The form of an asset. */
export function assetForm(t: TFunction, kind: TypedKind<AssetInfo>): EntityForm<AssetInfo, object> {
  return {
    fields: typedFields(t, kind, t('asset.typeHelp'), [
      { name: 'label', label: t('asset.label'), kind: 'text', help: t('asset.labelHelp') },
    ]),
    values: (asset) => ({ ...typedValues(asset), label: asset?.label ?? '' }),
    body: (values, stored) => ({ ...typedBody(values, stored), label: textOrNull(values.label) }),
    schema: assetInputSchema,
  };
}
