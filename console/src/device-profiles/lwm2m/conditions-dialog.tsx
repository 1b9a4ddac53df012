import './texts/texts.ts';
import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../controls/number-input.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { CONDITIONS, type ConditionName, type Conditions, conditionProblems } from './observed.ts';

type Draft = Readonly<Partial<Record<ConditionName, number | null>>>;

/** Under which conditions a device notifies of values. */
export function ConditionsDialog(props: {
  name: string;
  conditions: Conditions;
  close: (conditions?: Conditions) => void;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<Draft>(props.conditions);
  const fields = CONDITIONS.map((name) => ({ name, label: t(`lightweight.condition.${name}`) }));
  const submission = useSubmission(fields);
  const wordsOf = (of: Draft) =>
    Object.fromEntries(
      Object.entries(conditionProblems(of)).map(([name, problem]) => [
        name,
        t(`lightweight.conditionProblem.${problem}`),
      ]),
    );
  const submit = () =>
    submission.submit(
      async () => wordsOf(draft),
      async () => {
        const set = Object.entries(draft).filter(([, value]) => typeof value === 'number');
        props.close(Object.fromEntries(set));
      },
    );
  return (
    <FormDialog
      title={t('lightweight.conditionsTitle', { name: props.name })}
      submitLabel={t('lightweight.apply')}
      dirty={JSON.stringify(draft) !== JSON.stringify(props.conditions)}
      submission={submission}
      fields={fields}
      onSubmit={submit}
      onClose={() => props.close()}
    >
      <Box sx={{ color: 'text.secondary', mb: 4 }}>{t('lightweight.conditionsText')}</Box>
      <Box sx={{ display: 'grid', gap: 4 }}>
        {CONDITIONS.map((name) => (
          <Box key={name} data-field={name}>
            <NumberInput
              label={t(`lightweight.condition.${name}`)}
              help={t(`lightweight.conditionHelp.${name}`)}
              error={submission.problems[name]}
              value={draft[name] ?? null}
              endAdornment={
                name === 'pmin' || name === 'pmax' ? (
                  <span className="unit">{t('lightweight.seconds')}</span>
                ) : undefined
              }
              onChange={(value) => {
                setDraft((now) => ({ ...now, [name]: value }));
                submission.note(name);
              }}
              onBlur={() => submission.note(name, wordsOf(draft)[name])}
            />
          </Box>
        ))}
      </Box>
    </FormDialog>
  );
}
