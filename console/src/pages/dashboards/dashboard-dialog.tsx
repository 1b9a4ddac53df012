import '../../dashboard/texts/texts.ts';
import '../../dashboard-templates/texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent } from '@mui/material';
import type { Dashboard } from '@signalbox/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDashboard, saveDashboard } from '../../api/dashboards.ts';
import { Loaded } from '../../controls/loaded.tsx';
import { fillTemplate } from '../../dashboard-templates/fill-template.ts';
import type { TemplateWords } from '../../dashboard-templates/template.ts';
import { type TemplateChoice, TemplateFields } from '../../dashboard-templates/template-fields.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { FormFields } from '../../entity-page/form-fields.tsx';
import { saveForm } from '../../entity-page/save-form.tsx';
import { useForm } from '../../entity-page/use-form.ts';
import { dashboardForm } from './dashboard-form.ts';
import { ImageInput } from './image-input.tsx';
import { publicLink } from './public-link.ts';
import { PublicLinkBox } from './public-link-box.tsx';

interface DialogProps {
  onClose: () => void;
  onSaved: (title: string, id: string) => void;
}

const NO_TEMPLATE: TemplateChoice = { template: 'empty', deviceType: '' };

/** Names of what a template consists of, in the language of the person. */
function templateWords(t: TFunction): TemplateWords {
  const word = (name: string) => t(`dashboardTemplate.words.${name}`);
  return {
    ...{ devices: word('devices'), device: word('device'), values: word('values'), map: word('map') },
    ...{ alarms: word('alarms'), open: word('open') },
    overTime: (name) => t('dashboardTemplate.words.overTime', { name }),
  };
}

function Form(props: DialogProps & { dashboard: Dashboard | undefined }) {
  const { t } = useTranslation();
  const { dashboard } = props;
  const described = useMemo(() => dashboardForm(t), [t]);
  const [initial] = useState(() => described.values(dashboard));
  const [choice, setChoice] = useState(NO_TEMPLATE);
  const [image, setImage] = useState(dashboard?.image ?? null);
  const link = dashboard && publicLink(dashboard, window.location.origin);
  const form = useForm(described, initial, dashboard);
  const isNewImage = image !== (dashboard?.image ?? null);
  const submit = async () => {
    let saved: Dashboard | undefined;
    const isSaved = await saveForm({
      form,
      described,
      stored: dashboard,
      save: async (body, stored, basedOn) => {
        const { template, deviceType } = choice;
        const begun =
          template === 'empty' ? {} : await fillTemplate(template, deviceType || undefined, templateWords(t));
        const configuration = { ...begun, ...(body.configuration as object) };
        const picture = isNewImage ? image : (stored?.image ?? null);
        saved = await saveDashboard({ ...body, configuration, image: picture }, basedOn);
      },
      reload: async () => dashboard && readDashboard(dashboard.id.id),
    });
    if (isSaved && saved) props.onSaved(saved.title, saved.id.id);
  };
  return (
    <FormDialog
      title={t(dashboard ? 'dashboard.editTitle' : 'dashboard.addTitle')}
      submitLabel={t(dashboard ? 'action.save' : 'action.add')}
      dirty={form.dirty || isNewImage || choice !== NO_TEMPLATE}
      submission={form}
      fields={form.fields}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <FormFields fields={described.fields} form={form} focus="title" />
      {!dashboard && <TemplateFields value={choice} onChange={setChoice} />}
      <Box sx={{ mt: 4 }}>
        <ImageInput value={image} onChange={setImage} />
      </Box>
      {dashboard && link && (
        <Box component="section" aria-label={t('dashboard.share.public')} sx={{ mt: 4 }}>
          <Box sx={{ fontSize: 13, fontWeight: 550 }}>{t('dashboard.share.public')}</Box>
          <PublicLinkBox link={link} title={dashboard.title} />
        </Box>
      )}
    </FormDialog>
  );
}

/** Names a new dashboard. */
export function AddDashboardDialog(props: DialogProps) {
  return <Form dashboard={undefined} {...props} />;
}

/** Changes title, description, picture and what phones show of a dashboard. */
export function EditDashboardDialog({ id, ...props }: DialogProps & { id: string }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['dashboard', 'edit', id],
    queryFn: () => readDashboard(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data) return <Form dashboard={query.data} {...props} />;
  return (
    <Dialog open onClose={props.onClose} fullWidth maxWidth="xs" aria-label={t('dashboard.editTitle')}>
      <DialogContent>
        <Loaded from={query} title={t('dashboard.failed')} skeleton={8}>
          {() => null}
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}
