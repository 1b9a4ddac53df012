import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { editFilter } from './filters-dialog.tsx';
import { NamedChoice } from './named-choice.tsx';
import type { SourceOffer } from './source-offer.ts';

/** Chooses a filter of the dashboard by name, or makes one. */
export function FilterInput(props: {
  label: string;
  offer: Pick<SourceOffer, 'filters' | 'onFilter'>;
  help?: string | undefined;
  error?: string | undefined;
  value: string | null | undefined;
  onChange: (filterId: string | null) => void;
}) {
  const { t } = useTranslation();
  const { onChange } = props;
  const { filters, onFilter } = props.offer;
  const all = Object.values(filters);
  const edit = async (id: string | undefined, name: string) => {
    const edited = await editFilter({
      filter: id === undefined ? undefined : filters[id],
      name,
      taken: all.filter((one) => one.id !== id).map(({ filter }) => filter),
    });
    if (!edited) return;
    onFilter(edited);
    if (id === undefined) onChange(edited.id);
  };
  return (
    <NamedChoice
      label={props.label}
      kind="filters"
      help={props.help}
      error={props.error}
      placeholder={t('source.noFilter')}
      value={props.value}
      choices={all.map(({ id, filter }) => ({ id, label: filter }))}
      onChange={onChange}
      onCreate={(name) => void edit(undefined, name)}
      onEdit={(id) => void edit(id, '')}
    />
  );
}
