import './texts/texts.ts';
import { Box } from '@mui/material';
import type { DeviceInfo } from '@signalbox/contract/device';
import { isUuid } from '@signalbox/contract/id';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { assignToTenant } from '../../api/devices.ts';
import { TextInput } from '../../controls/text-input.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';

/**
 * Gives a device to another tenant. Administrators do not see other tenants: they type the id that they were told, and
 * the name of the device, since nobody of this tenant can take it back.
 */
export function MoveDeviceDialog({ device, close }: { device: DeviceInfo; close: (moved?: true) => void }) {
  const { t } = useTranslation();
  const [tenantId, setTenantId] = useState('');
  const [name, setName] = useState('');
  const fields = [
    { name: 'tenantId', label: t('device.move.tenantId') },
    { name: 'name', label: t('device.move.name', { name: device.name }) },
  ];
  const submission = useSubmission(fields);
  const check = () => ({
    ...(isUuid(tenantId.trim()) ? {} : { tenantId: t('device.move.invalidId') }),
    ...(name.trim() === device.name ? {} : { name: t('device.move.otherName', { name: device.name }) }),
  });
  const submit = async () => {
    const moved = await submission.submit(check, () => assignToTenant(device.id.id, tenantId.trim()));
    if (moved) close(true);
  };
  return (
    <FormDialog
      title={t('device.move.title', { name: device.name })}
      submitLabel={t('device.move.submit')}
      dirty={tenantId !== '' || name !== ''}
      submission={submission}
      fields={fields}
      contentSx={{ display: 'grid', gap: 4 }}
      onSubmit={submit}
      onClose={() => close()}
    >
      <Box sx={{ whiteSpace: 'pre-line' }}>{t('device.move.text')}</Box>
      <Box data-field="tenantId">
        <TextInput
          label={t('device.move.tenantId')}
          help={t('device.move.tenantIdHelp')}
          error={submission.problems.tenantId}
          required
          autoFocus
          value={tenantId}
          onChange={(event) => setTenantId(event.target.value)}
        />
      </Box>
      <Box data-field="name">
        <TextInput
          label={t('device.move.name', { name: device.name })}
          error={submission.problems.name}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Box>
    </FormDialog>
  );
}
