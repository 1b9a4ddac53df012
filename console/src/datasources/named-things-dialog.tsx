import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../app/dialogs.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import { EmptyState } from '../controls/states.tsx';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import { formatList } from '../i18n/format.ts';
import { type Configured, nameOfWidget } from './alias-use.ts';
import { LineButton, NamedLine } from './named-list.tsx';

/** What the dialog says of a kind of things; `name` is that of one of them. */
export interface ThingWords {
  title: string;
  add: string;
  empty: string;
  emptyText: string;
  edit: (name: string) => string;
  copy: (name: string) => string;
  remove: (name: string) => string;
  inUseTitle: (name: string) => string;
  inUse: (count: number, widgets: string) => string;
}

/** What a kind of things that dashboards hold under names can do. */
export interface ThingKind<Thing extends { id: string }> {
  icon: IconName;
  words: ThingWords;
  nameOf: (thing: Thing) => string;
  /** The widgets that use one of them: it cannot be removed. */
  usersOf: (id: string) => readonly Configured[];
  /** Opens the dialog of one of them; of a new one without `thing`. @param taken names of the others */
  edit: (taken: readonly string[], thing?: Thing) => Promise<Thing | undefined>;
  copyOf: (thing: Thing, name: string, taken: readonly string[], id: string) => Thing;
}

/** Aliases or filters of a dashboard, to be added, changed and removed; they are saved together. */
export function NamedThingsDialog<Thing extends { id: string }>(props: {
  kind: ThingKind<Thing>;
  things: readonly Thing[];
  /** What stands in the line of one of them. */
  line: (thing: Thing, replace: (thing: Thing) => void) => { words: string; isSentence?: boolean; toggle: ReactNode };
  /** Takes all of them, by id; the dialog is closed by its owner. */
  onSave: (things: Record<string, Thing>) => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { kind } = props;
  const { words, nameOf } = kind;
  const [initial] = useState(props.things);
  const [things, setThings] = useState(initial);
  const submission = useSubmission([]);
  const namesWithout = (id?: string) => things.filter((thing) => thing.id !== id).map(nameOf);
  const replace = (next: Thing) => setThings((all) => all.map((thing) => (thing.id === next.id ? next : thing)));

  const add = async () => {
    const made = await kind.edit(namesWithout());
    if (made) setThings((all) => [...all, made]);
  };
  const edit = async (thing: Thing) => {
    const edited = await kind.edit(namesWithout(thing.id), thing);
    if (edited) replace(edited);
  };
  const copy = (thing: Thing) => {
    const name = t('source.copyName', { name: nameOf(thing) });
    setThings((all) => [...all, kind.copyOf(thing, name, namesWithout(), crypto.randomUUID())]);
  };
  const remove = async (thing: Thing) => {
    const users = kind.usersOf(thing.id).map((widget) => nameOfWidget(widget) || t('source.unnamed'));
    if (users.length === 0) return setThings((all) => all.filter(({ id }) => id !== thing.id));
    await ask({
      title: words.inUseTitle(nameOf(thing)),
      content: words.inUse(users.length, formatList([...new Set(users)], 'conjunction')),
      confirmLabel: t('action.close'),
    });
  };
  const addButton = (
    <Button startIcon={<Icon name="add" size={16} />} onClick={() => void add()}>
      {words.add}
    </Button>
  );
  return (
    <FormDialog
      title={words.title}
      submitLabel={t('action.save')}
      dirty={JSON.stringify(things) !== JSON.stringify(initial)}
      submission={submission}
      fields={[]}
      maxWidth="md"
      isLong
      onSubmit={() =>
        submission.submit(
          () => ({}),
          async () => props.onSave(Object.fromEntries(things.map((thing) => [thing.id, thing]))),
        )
      }
      onClose={props.onClose}
      contentSx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {things.length === 0 ? (
        <EmptyState icon={kind.icon} title={words.empty} text={words.emptyText}>
          {addButton}
        </EmptyState>
      ) : (
        <>
          <Box
            component="ol"
            aria-label={words.title}
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
          >
            {things.map((thing, index) => {
              const name = nameOf(thing);
              return (
                <NamedLine key={thing.id} number={index + 1} name={name} {...props.line(thing, replace)}>
                  <LineButton icon="edit" label={words.edit(name)} onClick={() => void edit(thing)} />
                  <LineButton icon="copy" label={words.copy(name)} onClick={() => copy(thing)} />
                  <LineButton icon="delete" label={words.remove(name)} onClick={() => void remove(thing)} />
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
