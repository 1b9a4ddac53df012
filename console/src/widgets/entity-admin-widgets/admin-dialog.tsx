import { Button, Dialog, DialogActions, DialogContent } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDefaultProfile } from '../../api/device-profiles.ts';
import { getAttributes } from '../../api/telemetry.ts';
import { Loaded } from '../../controls/loaded.tsx';
import type { FormValues } from '../../entity-page/form.ts';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { FormFields } from '../../entity-page/form-fields.tsx';
import { saveForm } from '../../entity-page/save-form.tsx';
import { useForm } from '../../entity-page/use-form.ts';
import { ADMIN_CALLS, type AdminEntity, type AdminType, adminForm, savePlace } from './admin-forms.ts';
import { type Place, placeAmong } from './place.ts';

interface DialogProps {
  type: AdminType;
  /** With the name of what was saved; with nothing when it was cancelled. */
  close: (name?: string) => void;
}

const NOWHERE: Place = { latitude: null, longitude: null };

function Form(
  props: DialogProps & { entity: AdminEntity | undefined; place: Place; initial?: FormValues | undefined },
) {
  const { t } = useTranslation();
  const { type, entity, place } = props;
  const calls = ADMIN_CALLS[type];
  const described = useMemo(() => adminForm(t, type, place), [t, type, place]);
  const [initial] = useState(() => ({ ...described.values(entity), ...props.initial }));
  const form = useForm(described, initial, entity);
  /** Of what was added, when only its place was refused: another attempt does not add it again. */
  const added = useRef<{ id: string }>(undefined);
  const submit = async () => {
    const result = await saveForm({
      form,
      described,
      stored: entity,
      save: async ({ place: wanted, ...body }, _stored, basedOn) => {
        const { id } = await calls.save(added.current ? { ...body, id: added.current } : body, basedOn);
        if (!entity) added.current = id;
        await savePlace({ entityType: type, id: id.id }, place, wanted);
      },
      reload: async () => entity && calls.read(entity.id.id),
    });
    if (result) props.close(String(result.saved.name ?? '').trim());
  };
  return (
    <FormDialog
      title={t(`entityAdmin.${type}.${entity ? 'editTitle' : 'addTitle'}`)}
      submitLabel={t(entity ? 'action.save' : 'action.add')}
      dirty={form.dirty}
      submission={form}
      fields={form.fields}
      isLong
      onSubmit={submit}
      onClose={() => props.close()}
    >
      <FormFields fields={described.fields} form={form} focus="name" />
    </FormDialog>
  );
}

/** Adds a device or an asset; a device begins with the profile of those for which none is chosen. */
export function AddEntityDialog(props: DialogProps) {
  const isDevice = props.type === 'DEVICE';
  const profile = useQuery({ queryKey: ['defaultProfile'], queryFn: getDefaultProfile, enabled: isDevice });
  if (isDevice && profile.isPending) return null;
  const initial = profile.data && { profile: { id: profile.data.id.id, label: profile.data.name } };
  return <Form entity={undefined} place={NOWHERE} initial={initial} {...props} />;
}

/** Changes a device or an asset. */
export function EditEntityDialog({ id, ...props }: DialogProps & { id: string }) {
  const { t } = useTranslation();
  const { type } = props;
  const query = useQuery({
    queryKey: ['entityAdmin', type, id],
    async queryFn() {
      const [entity, attributes] = await Promise.all([
        ADMIN_CALLS[type].read(id),
        getAttributes({ entityType: type, id }, 'SERVER_SCOPE'),
      ]);
      return { entity, place: placeAmong(attributes) };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data) return <Form {...query.data} {...props} />;
  return (
    <Dialog open onClose={() => props.close()} fullWidth maxWidth="xs" aria-label={t(`entityAdmin.${type}.editTitle`)}>
      <DialogContent>
        <Loaded from={query} title={t(`entityAdmin.${type}.failed`)} skeleton={8}>
          {() => null}
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => props.close()}>{t('action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}
