import './texts/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createGateway, findGateways } from '../../api/gateways.ts';
import { ask } from '../../app/dialogs.ts';
import type { Choice, FindChoices } from '../choice.ts';
import type { CheckedProps, OfferProps } from '../combobox.tsx';
import { EntityPicker } from '../entity-picker.tsx';

/** Chooses a device that is a gateway, or makes one with the name that was typed. */
export function GatewayPicker(
  props: Omit<OfferProps, 'kind' | 'label'> &
    CheckedProps & {
      value: Choice | null;
      onChange: (value: Choice | null) => void;
      /** A gateway was to be made with the name of another device. */
      onNameExists?: ((name: string) => void) | undefined;
      /** Of the gateways that are made. */
      gatewayType?: string | undefined;
      /** It could not be made. */
      onFailed: (error: unknown) => void;
      /** In place of those of the server. */
      load?: FindChoices | undefined;
    },
) {
  const { t } = useTranslation();
  const { onChange, onNameExists, onFailed, load, gatewayType, checked = false, ...offer } = props;
  const [taken, setTaken] = useState<string>();
  const problem =
    offer.error ??
    (taken !== undefined
      ? t('gateway.exists', { name: taken })
      : checked && offer.required && !offer.value
        ? t('gateway.required')
        : undefined);
  const create = async (name: string) => {
    const sure = await ask({
      title: t('gateway.createTitle', { name }),
      content: t('gateway.createText', { type: gatewayType ?? 'Gateway' }),
      confirmLabel: t('action.add'),
      cancelLabel: t('action.cancel'),
    });
    if (!sure) return;
    try {
      const id = await createGateway(name, gatewayType);
      if (id === undefined) {
        setTaken(name);
        onNameExists?.(name);
      } else onChange({ id, label: name });
    } catch (error) {
      onFailed(error);
    }
  };
  return (
    <EntityPicker
      {...offer}
      label={t('gateway.gateway')}
      kind="gateways"
      error={problem}
      load={load ?? findGateways}
      noMatches={(name) => (name === '' ? t('gateway.none') : t('gateway.noMatch', { name }))}
      extra={(name, choices) =>
        name !== '' && choices.length === 0
          ? { label: t('gateway.create', { name }), run: () => void create(name) }
          : undefined
      }
      onChange={(choice) => {
        setTaken(undefined);
        onChange(choice);
      }}
    />
  );
}
