import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, openDialog } from '../app/dialogs.ts';
import { Icon } from '../controls/icon.tsx';
import { EmptyState } from '../controls/states.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import type { EntityAlias } from '../dashboard/configuration.ts';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import { formatList } from '../i18n/format.ts';
import type { Widget } from '../widgets/model.ts';
import { AliasDialog } from './alias-dialog.tsx';
import { type AliasFilter, mayBeMultiple } from './alias-filter.ts';
import { copyOfAlias, nameOfWidget, widgetsWithAlias } from './alias-use.ts';
import { aliasWords } from './alias-words.ts';
import { LineButton, NamedLine } from './named-list.tsx';
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
  const [initial] = useState(() => Object.values(props.aliases));
  const [aliases, setAliases] = useState(initial);
  const nameOf = useEntityNames(aliases);
  const submission = useSubmission([]);
  const namesWithout = (id?: string) => aliases.filter((alias) => alias.id !== id).map(({ alias }) => alias);
  const replace = (next: EntityAlias) => setAliases((all) => all.map((alias) => (alias.id === next.id ? next : alias)));

  const add = async () => {
    const made = await editAlias({ taken: namesWithout() });
    if (made) setAliases((all) => [...all, made]);
  };
  const edit = async (alias: EntityAlias) => {
    const edited = await editAlias({ alias, taken: namesWithout(alias.id) });
    if (edited) replace(edited);
  };
  const remove = async (alias: EntityAlias) => {
    const users = widgetsWithAlias(props.widgets, alias.id).map(
      (widget) => nameOfWidget(widget) || t('source.unnamed'),
    );
    if (users.length === 0) return setAliases((all) => all.filter(({ id }) => id !== alias.id));
    await ask({
      title: t('alias.inUseTitle', { name: alias.alias }),
      content: t('alias.inUse', { count: users.length, widgets: formatList([...new Set(users)], 'conjunction') }),
      confirmLabel: t('action.close'),
    });
  };
  const addButton = (
    <Button startIcon={<Icon name="add" size={16} />} onClick={() => void add()}>
      {t('alias.add')}
    </Button>
  );
  return (
    <FormDialog
      title={t('alias.title')}
      submitLabel={t('action.save')}
      dirty={JSON.stringify(aliases) !== JSON.stringify(initial)}
      submission={submission}
      fields={[]}
      maxWidth="md"
      isLong
      onSubmit={() =>
        submission.submit(
          () => ({}),
          async () => props.onSave(Object.fromEntries(aliases.map((alias) => [alias.id, alias]))),
        )
      }
      onClose={props.onClose}
      contentSx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {aliases.length === 0 ? (
        <EmptyState icon="link" title={t('alias.empty')} text={t('alias.emptyText')}>
          {addButton}
        </EmptyState>
      ) : (
        <>
          <Box
            component="ol"
            aria-label={t('alias.title')}
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
          >
            {aliases.map((alias, index) => {
              const filter = alias.filter as AliasFilter;
              const name = alias.alias;
              return (
                <NamedLine
                  key={alias.id}
                  number={index + 1}
                  name={name}
                  words={aliasWords(t, filter, nameOf)}
                  isSentence
                  toggle={
                    mayBeMultiple(filter.type) && (
                      <SwitchInput
                        label={t('alias.multiple')}
                        checked={filter.resolveMultiple === true}
                        onChange={(resolveMultiple) => replace({ ...alias, filter: { ...filter, resolveMultiple } })}
                      />
                    )
                  }
                >
                  <LineButton icon="edit" label={t('alias.edit', { name })} onClick={() => void edit(alias)} />
                  <LineButton
                    icon="copy"
                    label={t('alias.copy', { name })}
                    onClick={() =>
                      setAliases((all) => [
                        ...all,
                        copyOfAlias(alias, t('source.copyName', { name }), namesWithout(), crypto.randomUUID()),
                      ])
                    }
                  />
                  <LineButton icon="delete" label={t('alias.remove', { name })} onClick={() => void remove(alias)} />
                </NamedLine>
              );
            })}
          </Box>
          <Box>{addButton}</Box>
        </>
      )}
    </FormDialog>
  );
}
