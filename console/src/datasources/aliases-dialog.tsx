import './texts/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { SwitchInput } from '../controls/switch-input.tsx';
import type { EntityAlias } from '../dashboard/configuration.ts';
import type { Widget } from '../widgets/model.ts';
import { AliasDialog } from './alias-dialog.tsx';
import { type AliasFilter, mayBeMultiple } from './alias-filter.ts';
import { copyOfAlias, widgetsWithAlias } from './alias-use.ts';
import { aliasWords } from './alias-words.ts';
import { NamedThingsDialog } from './named-things-dialog.tsx';
import { useEntityNames } from './use-entity-names.ts';

/** Opens the dialog of one alias. Resolves with the alias; with nothing when it was left. */
export function editAlias(props: Omit<Parameters<typeof AliasDialog>[0], 'onSave' | 'onClose'>) {
  return openDialog<EntityAlias>((close) => <AliasDialog {...props} onSave={close} onClose={() => close()} />);
}

/** The aliases of a dashboard: which entities its widgets show. They are saved together. */
export function AliasesDialog(props: {
  /** By id. */
  aliases: Readonly<Record<string, EntityAlias>>;
  /** All widgets of the dashboard: an alias that one of them uses cannot be removed. */
  widgets: readonly Pick<Widget, 'config' | 'title'>[];
  /** Takes all of them; the dialog is closed by its owner. */
  onSave: (aliases: Record<string, EntityAlias>) => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [aliases] = useState(() => Object.values(props.aliases));
  const [seen, setSeen] = useState<readonly EntityAlias[]>(aliases);
  const nameOf = useEntityNames(seen);
  return (
    <NamedThingsDialog
      things={aliases}
      kind={{
        icon: 'link',
        words: {
          title: t('alias.title'),
          add: t('alias.add'),
          empty: t('alias.empty'),
          emptyText: t('alias.emptyText'),
          edit: (name) => t('alias.edit', { name }),
          copy: (name) => t('alias.copy', { name }),
          remove: (name) => t('alias.remove', { name }),
          inUseTitle: (name) => t('alias.inUseTitle', { name }),
          inUse: (count, widgets) => t('alias.inUse', { count, widgets }),
        },
        nameOf: ({ alias }) => alias,
        usersOf: (id) => widgetsWithAlias(props.widgets, id),
        async edit(taken, alias) {
          const edited = await editAlias({ taken, ...(alias ? { alias } : {}) });
          // Its words may name an entity that no other one names.
          if (edited) setSeen((all) => [...all.filter(({ id }) => id !== edited.id), edited]);
          return edited;
        },
        copyOf: copyOfAlias,
      }}
      line={(alias, replace) => {
        const filter = alias.filter as AliasFilter;
        return {
          words: aliasWords(t, filter, nameOf),
          isSentence: true,
          toggle: mayBeMultiple(filter.type) && (
            <SwitchInput
              label={t('alias.multiple')}
              checked={filter.resolveMultiple === true}
              onChange={(resolveMultiple) => replace({ ...alias, filter: { ...filter, resolveMultiple } })}
            />
          ),
        };
      }}
      onSave={props.onSave}
      onClose={props.onClose}
    />
  );
}
