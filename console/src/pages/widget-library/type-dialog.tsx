import './texts/texts.ts';
import type { WidgetTypeDetails } from '@signalbox/contract/widget';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getWidgetType, saveWidgetType } from '../../api/widget-library.ts';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { FormFields } from '../../entity-page/form-fields.tsx';
import { saveForm } from '../../entity-page/save-form.tsx';
import { useForm } from '../../entity-page/use-form.ts';
import { typeForm } from './library-forms.ts';

/** Changes what a type is called and described by. */
export function TypeDialog({ type, close }: { type: WidgetTypeDetails; close: (saved?: WidgetTypeDetails) => void }) {
  const { t } = useTranslation();
  const described = useMemo(() => typeForm(t), [t]);
  const [initial] = useState(() => described.values(type));
  const form = useForm(described, initial, type);
  const submit = async () => {
    let saved: WidgetTypeDetails | undefined;
    await saveForm({
      form,
      described,
      stored: type,
      save: async (body) => {
        saved = await saveWidgetType(body);
      },
      reload: () => getWidgetType(type.id.id),
    });
    if (saved) close(saved);
  };
  return (
    <FormDialog
      title={t('widgetLibrary.editType')}
      submitLabel={t('action.save')}
      dirty={form.dirty}
      submission={form}
      fields={form.fields}
      onSubmit={submit}
      onClose={() => close()}
    >
      <FormFields fields={described.fields} form={form} focus="name" />
    </FormDialog>
  );
}
