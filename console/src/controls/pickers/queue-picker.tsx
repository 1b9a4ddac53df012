import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { getQueues } from '../../api/queues.ts';
import type { CheckedProps, OfferProps } from '../combobox.tsx';
import { EntityPicker } from '../entity-picker.tsx';
import { useTexts } from '../use-texts.ts';

/** Chooses a queue of the rule engine by its name; null for none. */
export function QueuePicker(
  props: Omit<OfferProps, 'kind' | 'label'> &
    CheckedProps & {
      value: string | null;
      onChange: (value: string | null) => void;
      /** In place of those of the server. */
      load?: (() => Promise<readonly string[]>) | undefined;
    },
) {
  const { t } = useTranslation();
  const { value, onChange, load = getQueues, checked = false, ...offer } = props;
  return (
    <EntityPicker
      {...offer}
      label={t('queue.queue')}
      kind="queues"
      error={offer.error ?? (checked && offer.required && value === null ? t('queue.required') : undefined)}
      help={props.help ?? t('queue.help')}
      value={value === null ? null : { id: value, label: value }}
      load={useTexts('queues', load)}
      onChange={(choice) => onChange(choice?.id ?? null)}
    />
  );
}
