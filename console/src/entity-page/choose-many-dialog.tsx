import './texts/texts.ts';
import { Checkbox, FormControlLabel } from '@mui/material';
import type { JobInput } from '@signalbox/contract/job';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import type { Choice, ChoicePage } from '../controls/choice.ts';
import { EntityListPicker } from '../controls/entity-list-picker.tsx';
import { startJob } from '../jobs/start-job.ts';
import { ChooseFrame } from './choose-frame.tsx';

interface ChooseManyProps {
  title: string;
  label: string;
  /** Names the kind in the cache. */
  kind: string;
  confirmLabel: string;
  /** Finds what can be chosen; with `all` more than the usual ones. */
  load: (search: string, page: number, all: boolean) => Promise<ChoicePage>;
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
  return (
    <ChooseFrame
      title={props.title}
      confirmLabel={props.confirmLabel}
      withPicker
      dirty={chosen.length > 0}
      onConfirm={confirm}
      onCancel={() => props.close()}
    >
      <EntityListPicker
        label={props.label}
        listLabel={props.title}
        kind={`${props.kind} ${all}`}
        required
        autoFocus
        value={chosen}
        error={error}
        load={(search, page) => props.load(search, page, all)}
        onChange={(next) => {
          setChosen(next);
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
    </ChooseFrame>
  );
}

/** Asks which ones; the server does the work with them. */
export async function chooseAndDo(props: ChooseManyProps & { work: Omit<JobInput, 'ids' | 'list'> }): Promise<void> {
  const chosen = await openDialog<readonly Choice[]>((close) => <ChooseManyDialog {...props} close={close} />);
  if (chosen) await startJob({ ...props.work, ids: chosen.map(({ id }) => id) });
}
