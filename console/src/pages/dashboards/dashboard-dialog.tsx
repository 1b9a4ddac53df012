import { Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel, Switch } from '@mui/material';
import type { DashboardInfo } from '@signalbox/contract/dashboard';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDashboard, saveDashboard } from '../../api/dashboards.ts';
import { errorText } from '../../controls/error-text.ts';
import { TextInput } from '../../controls/text-input.tsx';
import { ImageInput } from './image-input.tsx';

/** Largest place in the order on phones: what the server stores as an integer. */
const MAX_ORDER = 2_147_483_647;

/** Names a new dashboard, or changes title, description, picture and what phones show of one. */
export function DashboardDialog(props: {
  /** Absent: a new one. */
  dashboard?: DashboardInfo | undefined;
  onClose: () => void;
  onSaved: (title: string, id: string) => void;
}) {
  const { t } = useTranslation();
  const { dashboard } = props;
  const [title, setTitle] = useState(dashboard?.title ?? '');
  const [description, setDescription] = useState('');
  const [image, setImage] = useState(dashboard?.image ?? null);
  const [mobileHide, setMobileHide] = useState(dashboard?.mobileHide ?? false);
  const [mobileOrder, setMobileOrder] = useState(dashboard?.mobileOrder?.toString() ?? '');
  const [error, setError] = useState<string>();
  const [orderError, setOrderError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const id = dashboard?.id.id;

  useEffect(() => {
    if (!id) return;
    let current = true;
    readDashboard(id).then(
      (read) => {
        const text = (read.configuration as { description?: unknown } | null)?.description;
        if (current && typeof text === 'string') setDescription(text);
      },
      (failure: Error) => current && setError(failure.message),
    );
    return () => {
      current = false;
    };
  }, [id]);

  async function save(event: FormEvent) {
    event.preventDefault();
    const name = title.trim();
    if (name === '') return setError(t('dashboard.titleNeeded'));
    if (name.length > 255) return setError(t('dashboard.titleLong'));
    const order = mobileOrder.trim() === '' ? null : Number(mobileOrder);
    if (order !== null && !(Number.isInteger(order) && Math.abs(order) <= MAX_ORDER))
      return setOrderError(t('dashboard.mobileOrderNumber'));
    setBusy(true);
    try {
      // Read again, so that what others changed and what this console does not know stays.
      const before = id ? await readDashboard(id) : undefined;
      const configuration = { ...(before?.configuration as object | null | undefined), description };
      const saved = await saveDashboard({
        ...before,
        title: name,
        image,
        mobileHide,
        mobileOrder: order,
        configuration,
      });
      props.onSaved(saved.title, saved.id.id);
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={props.onClose} fullWidth maxWidth="xs" aria-labelledby="dashboard-dialog">
      <form onSubmit={(event) => void save(event)} noValidate>
        <DialogTitle id="dashboard-dialog">{t(id ? 'dashboard.editTitle' : 'dashboard.addTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <TextInput
            label={t('dashboard.title')}
            required
            autoFocus
            value={title}
            error={error}
            onChange={(event) => {
              setTitle(event.target.value);
              setError(undefined);
            }}
          />
          <TextInput
            label={t('dashboard.description')}
            multiline
            minRows={3}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
          <ImageInput value={image} onChange={setImage} />
          <FormControlLabel
            control={<Switch checked={mobileHide} onChange={(_, checked) => setMobileHide(checked)} />}
            label={t('dashboard.mobileHide')}
          />
          <TextInput
            label={t('dashboard.mobileOrder')}
            help={t('dashboard.mobileOrderHelp')}
            error={orderError}
            value={mobileOrder}
            inputProps={{ inputMode: 'numeric' }}
            onChange={(event) => {
              setMobileOrder(event.target.value);
              setOrderError(undefined);
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary" loading={busy}>
            {t(id ? 'action.save' : 'action.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
