import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { EntityPicker } from '../controls/entity-picker.tsx';
import type { SourceOffer } from './source-offer.ts';

/** Chooses a filter of the dashboard by name. */
export function FilterInput(props: {
  label: string;
  offer: Pick<SourceOffer, 'filters' | 'onFilter'>;
  help?: string | undefined;
  error?: string | undefined;
  value: string | null | undefined;
  onChange: (filterId: string | null) => void;
}) {
  const { t } = useTranslation();
  const { value } = props;
  const choices = Object.values(props.offer.filters).map(({ id, filter }) => ({ id, label: filter }));
  const chosen = value ? choices.find(({ id }) => id === value) : undefined;
  return (
    <EntityPicker
      label={props.label}
      kind={`filters ${choices.map(({ label }) => label).join('\n')}`}
      help={props.help}
      error={props.error}
      placeholder={t('source.noFilter')}
      value={value ? (chosen ?? { id: value, label: t('source.gone'), isGone: true }) : null}
      load={async (search) => choices.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))}
      onChange={(choice) => props.onChange(choice?.id ?? null)}
    />
  );
}
