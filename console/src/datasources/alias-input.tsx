import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import type { AliasFilter } from './alias-filter.ts';
import { mayFind } from './alias-kinds.ts';
import { editAlias } from './aliases-dialog.tsx';
import { NamedChoice } from './named-choice.tsx';
import type { SourceOffer } from './source-offer.ts';

/** Chooses an alias by name, or makes one. */
export function AliasInput(props: {
  label: string;
  offer: Pick<SourceOffer, 'aliases' | 'onAlias'>;
  /** Only aliases for entities of these kinds. */
  entityTypes?: readonly string[] | undefined;
  required?: boolean;
  help?: string | undefined;
  error?: string | undefined;
  value: string | null | undefined;
  onChange: (aliasId: string | null) => void;
}) {
  const { t } = useTranslation();
  const { entityTypes, onChange } = props;
  const { aliases, onAlias } = props.offer;
  const all = Object.values(aliases);
  const offered = all.filter(({ filter }) => mayFind(filter as AliasFilter, entityTypes));
  const edit = async (id: string | undefined, name: string) => {
    const edited = await editAlias({
      alias: id === undefined ? undefined : aliases[id],
      name,
      entityTypes,
      taken: all.filter((alias) => alias.id !== id).map(({ alias }) => alias),
    });
    if (!edited) return;
    onAlias(edited);
    if (id === undefined) onChange(edited.id);
  };
  return (
    <NamedChoice
      label={props.label}
      kind="aliases"
      required={props.required ?? false}
      help={props.help}
      error={props.error}
      placeholder={t('source.chooseAlias')}
      value={props.value}
      choices={offered.map(({ id, alias }) => ({ id, label: alias }))}
      onChange={onChange}
      onCreate={(name) => void edit(undefined, name)}
      onEdit={(id) => void edit(id, '')}
    />
  );
}
