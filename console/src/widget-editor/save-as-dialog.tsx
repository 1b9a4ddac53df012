import type { WidgetsBundle } from '@signalbox/contract/widget';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BundleSelect } from '../controls/pickers/bundle-select.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import { MAX_NAME } from './model/edited-type.ts';

/** What a copy is called, and where it goes. */
export interface SaveAsAnswer {
  name: string;
  bundle: WidgetsBundle;
}

const FIELDS = [{ name: 'name' }, { name: 'bundle' }] as const;

/** Asks what a copy of the type is called, and for its bundle. */
export function SaveAsDialog(props: {
  name: string;
  /** Those that may be added to, by title. */
  bundles: readonly WidgetsBundle[];
  /** Id of the one that is offered first. */
  first: string | undefined;
  save: (answer: SaveAsAnswer) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { bundles } = props;
  const [name, setName] = useState(props.name);
  const [bundleId, setBundleId] = useState(() => {
    const offered = bundles.find(({ id }) => id.id === props.first) ?? bundles[0];
    return offered?.id.id ?? '';
  });
  const fields = FIELDS.map((field) => ({ ...field, label: t(`widgetEditor.saveAs.${field.name}`) }));
  const submission = useSubmission(fields);
  const problems = (): Record<string, string> => ({
    ...(name.trim() === '' ? { name: t('widgetEditor.nameMissing') } : {}),
    ...(bundleId === '' ? { bundle: t('widgetEditor.saveAs.noBundle') } : {}),
  });
  const submit = () =>
    submission.submit(problems, async () => {
      const bundle = bundles.find(({ id }) => id.id === bundleId);
      if (bundle) await props.save({ name: name.trim(), bundle });
    });
  return (
    <FormDialog
      title={t('widgetEditor.saveAs.title')}
      submitLabel={t('action.save')}
      dirty={false}
      submission={submission}
      fields={fields}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextInput
        autoFocus
        label={t('widgetEditor.saveAs.name')}
        required
        value={name}
        error={submission.problems.name}
        inputProps={{ maxLength: MAX_NAME, dir: 'auto' }}
        sx={{ mb: 4 }}
        onChange={(event) => setName(event.target.value)}
      />
      <BundleSelect
        bundles={bundles}
        required
        value={bundleId}
        error={submission.problems.bundle}
        help={bundles.length === 0 ? t('widgetEditor.saveAs.noBundles') : undefined}
        onChange={setBundleId}
      />
    </FormDialog>
  );
}
