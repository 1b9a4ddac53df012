import { Box, useMediaQuery } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { readPage } from '../list-state.ts';
import type { ListAddress } from '../tab-address.ts';
import { AuditList } from './audit-tab.tsx';
import { ReadingDialog } from './reading-dialog.tsx';

/** The state of a list in a dialog, which is lost when the dialog closes. */
function useOwnAddress(): ListAddress {
  const [members, setMembers] = useState<Readonly<Record<string, string | undefined>>>({});
  return useMemo<ListAddress>(
    () => ({
      get: (name) => members[name],
      page: readPage(members.page ?? null),
      oneOf: (name, known) => known.find((one) => one === members[name]) ?? known[0],
      change: (changed) =>
        setMembers((now) => ({ ...now, ...('page' in changed ? {} : { page: undefined }), ...changed })),
    }),
    [members],
  );
}

/** The audit log of something that has no details panel. */
export function AuditDialog(props: { entity: EntityRef; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <ReadingDialog title={t('audit.of', { name: props.name })} maxWidth="md" fullScreen={phone} onClose={props.onClose}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, minHeight: 280 }}>
        <AuditList entity={props.entity} address={useOwnAddress()} />
      </Box>
    </ReadingDialog>
  );
}
