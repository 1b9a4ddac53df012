import { Box, Button } from '@mui/material';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Identified } from './entity-action.ts';
import type { EntityForm, FormValue, FormValues } from './form.ts';
import { FormDialog } from './form-dialog.tsx';
import { FormFields } from './form-fields.tsx';
import { goToField } from './form-problem-list.tsx';
import { type FormStep, FormSteps } from './form-steps.tsx';
import { type MoreFields, useForm } from './use-form.ts';

/** Adds an entity with the same form as its details. */
export function AddDialog<Row, Body, Saved extends Identified>(props: {
  title: string;
  form: EntityForm<Row, Body>;
  /** Where the fields begin, when not as `form` says of a new one. */
  initial?: FormValues;
  /** What `children` add to the form. */
  more?: MoreFields | undefined;
  /** Rejects with what is wrong. `change` keeps what was done already when the rest is refused. */
  save: (body: Body, values: FormValues, change: (name: string, value: FormValue) => void) => Promise<Saved>;
  /** With what was saved; with nothing when it was cancelled. */
  close: (saved?: Saved) => void;
  /** Parts that are filled in one after the other. */
  steps?: readonly FormStep[] | undefined;
  /** Below the fields; by what they hold where that matters. */
  children?: ReactNode | ((values: FormValues) => ReactNode);
}) {
  const { t } = useTranslation();
  const form = useForm(props.form, props.initial ?? props.form.values(undefined), undefined, props.more);
  const submit = () =>
    form.submit(async (values) =>
      props.close(await props.save(props.form.body(values, undefined), values, form.change)),
    );
  const steps = (props.steps ?? []).filter((one) => one.shown?.(form.values) ?? true);
  /** By its label, since others may come and go. */
  const [shownStep, setShownStep] = useState<string>();
  const current = Math.max(
    steps.findIndex(({ label }) => label === shownStep),
    0,
  );
  const step = steps[current];
  const next = steps[current + 1];
  const { refused, element } = form;
  const showStep = (index: number) => {
    setShownStep(steps[index]?.label);
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[data-step] input')?.focus());
  };
  const goTo = (name: string) => {
    const place = steps.find(({ fields }) => fields.includes(name));
    if (place) setShownStep(place.label);
    requestAnimationFrame(() => goToField(element.current, name));
  };
  // What is wrong may be in another step than the one that is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it was sent
  useLayoutEffect(() => {
    const wrong = form.fields.find(({ name }) => refused.includes(name));
    if (wrong && steps.length > 0) goTo(wrong.name);
  }, [refused]);
  const shown = step ? props.form.fields.filter(({ name }) => step.fields.includes(name)) : props.form.fields;
  const children = typeof props.children === 'function' ? props.children(form.values) : props.children;
  return (
    <FormDialog
      title={props.title}
      submitLabel={t('action.add')}
      dirty={form.dirty}
      submission={form}
      fields={form.fields}
      maxWidth="sm"
      isLong
      onSubmit={submit}
      onClose={() => props.close()}
      goTo={goTo}
      // As high in each step, whatever it asks for, so that its buttons stay where they are.
      contentSx={step ? { height: { sm: 'min(600px, 100vh - 220px)' } } : null}
      moreButtons={
        step && (
          <>
            {current > 0 && <Button onClick={() => showStep(current - 1)}>{t('steps.back')}</Button>}
            {next && (
              <Button onClick={() => form.areFine(step.fields) && showStep(current + 1)}>
                {t('steps.next', { step: next.label })}
              </Button>
            )}
          </>
        )
      }
    >
      {step && <FormSteps steps={steps} current={current} onGo={showStep} />}
      <Box data-step={current}>
        <FormFields key={current} fields={shown} form={form} focus={current === 0 ? shown[0]?.name : undefined} />
        {(step === undefined || step.hasChildren) && children}
        {step?.content}
      </Box>
    </FormDialog>
  );
}
