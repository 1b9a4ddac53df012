import './texts/texts.ts';
import { Checkbox, FormControlLabel } from '@mui/material';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { type Choice, EntityPicker } from '../controls/entity-picker.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { ChooseFrame } from './choose-frame.tsx';
import { ChosenList } from './chosen-list.tsx';
import { countThings, type Things } from './things.ts';

interface ChooseManyProps {
  title: string;
  label: string;
  /** Names the kind in the cache. */
  kind: string;
  confirmLabel: string;
  /** Finds what can be chosen; with `all` more than the usual ones. */
  load: (search: string, all: boolean) => Promise<Choice[]>;
  /** Offers more than the usual ones, in these words. */
  allLabel?: string | undefined;
}

function ChooseManyDialog(props: ChooseManyProps & { close: (chosen?: readonly Choice[]) => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [all, setAll] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = () => {
    if (chosen.length > 0) props.close(chosen);
    else setError(t('common.required'));
  };
  const ids = new Set(chosen.map(({ id }) => id));
  return (
    <ChooseFrame
      title={props.title}
      confirmLabel={props.confirmLabel}
      withPicker
      dirty={chosen.length > 0}
      onConfirm={confirm}
      onCancel={() => props.close()}
    >
      <EntityPicker
        // Empty again after each choice.
        key={chosen.length}
        label={props.label}
        kind={`${props.kind} ${all}`}
        required
        autoFocus
        value={null}
        error={error}
        placeholder={chosen.length > 0 ? t('picker.another') : undefined}
        load={(search) => props.load(search, all)}
        isLeftOut={({ id }) => ids.has(id)}
        onChange={(choice) => {
          if (choice) setChosen([...chosen, choice]);
          setError(undefined);
        }}
      />
      {props.allLabel && (
        <FormControlLabel
          sx={{ m: 0 }}
          control={<Checkbox size="small" checked={all} onChange={(event) => setAll(event.target.checked)} />}
          label={props.allLabel}
        />
      )}
      <ChosenList
        label={props.title}
        choices={chosen}
        onRemove={(choice) => setChosen(chosen.filter((other) => other !== choice))}
      />
    </ChooseFrame>
  );
}

/** Asks which ones and does `work` with each, in view; says what was done, or what was not. */
export async function chooseAndDo(
  props: ChooseManyProps & {
    things: Things;
    /** Title of the work: with how many. */
    working: (things: string) => string;
    work: (id: string) => Promise<unknown>;
    doneWords: (chosen: readonly Choice[]) => string;
    /** Some are done: lists are loaded again. */
    changed: () => void;
  },
): Promise<void> {
  const chosen = await openDialog<readonly Choice[]>((close) => <ChooseManyDialog {...props} close={close} />);
  if (!chosen) return;
  const rows = chosen.map(({ id, label }) => ({ id: { id }, label }));
  const job = {
    title: props.working(countThings(props.things, rows.length)),
    rows,
    things: props.things,
    nameOf: (row: { label: string }) => row.label,
    work: (row: { id: { id: string } }) => props.work(row.id.id),
  };
  const done = await openDialog<string>((close) => <BulkDialog job={job} onClose={close} />);
  props.changed();
  if (done !== undefined) notifySuccess(props.doneWords(chosen));
}

/** The words of an assignment to `customer`, by how many were assigned. */
export function assignedWords(things: Things, chosen: readonly Choice[], customer: string): string {
  const [first] = chosen;
  return chosen.length === 1 && first
    ? i18next.t('ownership.assigned', { name: first.label, customer })
    : i18next.t('ownership.assignedMany', { things: countThings(things, chosen.length), customer });
}
