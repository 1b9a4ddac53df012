import './texts/texts.ts';
import { Box } from '@mui/material';
import type { EdgeInfo } from '@signalbox/contract/edge';
import type { TFunction } from 'i18next';
import { ask } from '../../app/dialogs.ts';
import { LongText } from '../../controls/long-text.tsx';

/** A value as a shell takes it. */
const quoted = (value: string | null): string => `'${(value ?? '').replaceAll("'", "'\\''")}'`;

function environmentOf({ routingKey, secret, cloudEndpoint }: EdgeInfo): string {
  const host = URL.canParse(cloudEndpoint) ? new URL(cloudEndpoint).hostname : cloudEndpoint;
  return [
    `CLOUD_ROUTING_KEY=${quoted(routingKey)}`,
    `CLOUD_ROUTING_SECRET=${quoted(secret)}`,
    `CLOUD_RPC_HOST=${quoted(host)}`,
  ].join('\n');
}

/** Shows how the edge is set up on site. */
export async function showInstallInstructions(t: TFunction, edge: EdgeInfo): Promise<void> {
  await ask({
    title: t('edge.installTitle', { name: edge.name }),
    content: (
      <Box sx={{ display: 'grid', gap: 3 }}>
        <p style={{ margin: 0 }}>{t('edge.installStart')}</p>
        <Box component="ol" sx={{ m: 0, paddingInlineStart: 5, display: 'grid', gap: 3 }}>
          <li>
            <b>{t('edge.installPrepare')}</b>
            <div>{t('edge.installPrepareText')}</div>
          </li>
          <li>
            <b>{t('edge.installConfigure')}</b>
            <div>{t('edge.installConfigureText')}</div>
            <LongText label={t('edge.environment')} value={environmentOf(edge)} />
          </li>
          <li>
            <b>{t('edge.installAssign')}</b>
            <div>{t('edge.installAssignText')}</div>
          </li>
        </Box>
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {t('edge.installLater')}
        </Box>
      </Box>
    ),
    confirmLabel: t('edge.done'),
  });
}
