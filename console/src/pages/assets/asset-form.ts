import './texts/texts.ts';
import { type AssetInfo, assetInputSchema } from '@signalbox/contract/asset';
import type { TFunction } from 'i18next';
import { assets } from '../../api/assets.ts';
import { type EntityForm, textOrNull } from '../../entity-page/form.ts';
import { typedBody, typedFields, typedValues } from '../../entity-page/typed-form.ts';

/** The form of an asset. */
export function assetForm(t: TFunction): EntityForm<AssetInfo, object> {
  return {
    fields: typedFields(t, 'asset', assets, [
      { name: 'label', label: t('asset.label'), kind: 'text', help: t('asset.labelHelp') },
    ]),
    values: (asset) => ({ ...typedValues(asset), label: asset?.label ?? '' }),
    body: (values, stored) => ({ ...typedBody(values, stored), label: textOrNull(values.label) }),
    schema: assetInputSchema,
  };
}
