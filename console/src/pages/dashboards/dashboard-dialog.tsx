import '../../dashboard/texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent } from '@mui/material';
import type { Dashboard } from '@signalbox/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDashboard, saveDashboard } from '../../api/dashboards.ts';
import { Loaded } from '../../controls/loaded.tsx';
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

function Form(props: DialogProps & { dashboard: Dashboard | undefined }) {
  const { t } = useTranslation();
  const { dashboard } = props;
  const described = useMemo(() => dashboardForm(t), [t]);
  const [initial] = useState(() => described.values(dashboard));
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
        saved = await saveDashboard({ ...body, image: isNewImage ? image : (stored?.image ?? null) }, basedOn);
      },
      reload: async () => dashboard && readDashboard(dashboard.id.id),
    });
    if (isSaved && saved) props.onSaved(saved.title, saved.id.id);
  };
  return (
    <FormDialog
      title={t(dashboard ? 'dashboard.editTitle' : 'dashboard.addTitle')}
      submitLabel={t(dashboard ? 'action.save' : 'action.add')}
      dirty={form.dirty || isNewImage}
      submission={form}
      fields={form.fields}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <FormFields fields={described.fields} form={form} focus="title" />
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
