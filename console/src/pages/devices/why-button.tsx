import { Box, Link as TextLink } from '@mui/material';
import type { DeviceInfo } from '@signalbox/contract/device';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getInactivityTimeout } from '../../api/devices.ts';
import { useLiveValues } from '../../api/telemetry.ts';
import { useAddress } from '../../app/use-address.ts';
import { Ago } from '../../controls/ago.tsx';
import { DialogPopover } from '../../controls/dialog-popover.tsx';
import { Fact } from '../../controls/fact.tsx';
import { FailureState } from '../../controls/failure-state.tsx';
import { withTab } from '../../entity-page/tab-address.ts';
import { formatDuration, formatExact } from '../../i18n/format.ts';
import { activityFacts, activityReason, isConnected } from './device-why.ts';
import { useRefusal } from './use-refusal.ts';

type Device = Pick<DeviceInfo, 'id' | 'tenantId'>;

/** The facts behind the state of a device, and what to try. */
function Explanation({ device, onConnectivity }: { device: Device; onConnectivity: () => void }) {
  const { t } = useTranslation();
  const { values, error, retry } = useLiveValues({ entityType: 'DEVICE', id: device.id.id }, 'SERVER_SCOPE');
  const refusal = useRefusal(device);
  const installation = useQuery({
    queryKey: ['inactivityTimeout'],
    queryFn: getInactivityTimeout,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const facts = activityFacts(new Map([...(values ?? [])].map(([key, { value }]) => [key, value])));
  const reason = activityReason(facts, refusal?.time);
  const when = (ts: number): ReactNode =>
    ts > 0 ? (
      <span>
        <Ago ts={ts} />
        <Box component="span" className="num" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
          {formatExact(ts)}
        </Box>
      </span>
    ) : (
      t('common.never')
    );
  if (!values) {
    return (
      <Box sx={{ minHeight: 260 }} aria-busy={error === undefined}>
        {error && <FailureState error={error} onRetry={retry} />}
      </Box>
    );
  }
  return (
    <>
      <Box component="h3" id="why-title" sx={{ typography: 'h3', m: 0 }}>
        {t(`why.${reason}.title`)}
      </Box>
      <Box component="p" sx={{ m: '4px 0 8px', color: 'text.secondary' }}>
        {t(`why.${reason}.text`)}
      </Box>
      <Box component="dl" sx={{ m: 0 }}>
        <Fact label={t('why.connection')}>
          {t(
            isConnected(facts)
              ? 'device.connected'
              : facts.lastConnectTime > 0
                ? 'device.notConnected'
                : 'why.noConnection',
          )}
        </Fact>
        <Fact label={t('why.lastActivity')}>{when(facts.lastActivityTime)}</Fact>
        <Fact label={t('why.timeout')}>
          {facts.inactivityTimeout !== undefined
            ? t('why.ownTimeout', { time: formatDuration(facts.inactivityTimeout) })
            : installation.data === undefined
              ? t('why.defaultTimeout')
              : t('why.defaultTimeoutOf', { time: formatDuration(installation.data) })}
        </Fact>
        <Fact label={t('why.lastConnect')}>{when(facts.lastConnectTime)}</Fact>
        <Fact label={t('why.lastDisconnect')}>{when(facts.lastDisconnectTime)}</Fact>
        {refusal && (
          <Fact label={t('why.lastRefusal')}>
            <span>
              {when(refusal.time)}
              <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                <bdi>{refusal.reason}</bdi>
              </Box>
            </span>
          </Fact>
        )}
      </Box>
      {reason !== 'active' && (
        <>
          <Box component="p" sx={{ m: '12px 0 0', fontWeight: 560 }}>
            {t('why.try')}
          </Box>
          <Box component="ul" sx={{ m: '4px 0 0', paddingInlineStart: '20px', color: 'text.secondary' }}>
            <li>{t(`why.${reason}.first`)}</li>
            <li>{t('why.tryTimeout')}</li>
            <li>
              <TextLink component="button" type="button" onClick={onConnectivity} sx={{ font: 'inherit' }}>
                {t('why.tryConnectivity')}
              </TextLink>
            </li>
          </Box>
        </>
      )}
    </>
  );
}

/** A link beside the state of a device that says why it is so. */
export function WhyButton({ device }: { device: Device }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [, setAddress] = useAddress();
  return (
    <>
      <TextLink
        component="button"
        type="button"
        color="var(--accent-text)"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ font: 'inherit', minHeight: 24, minWidth: 24, my: '-3px' }}
      >
        {t('why.why')}
      </TextLink>
      <DialogPopover
        label={t('why.label')}
        anchor={anchor}
        onClose={() => setAnchor(undefined)}
        sx={{ p: 4, width: 400, maxWidth: 'calc(100vw - 24px)', fontSize: 13 }}
      >
        <Explanation
          device={device}
          onConnectivity={() => {
            setAnchor(undefined);
            setAddress((now) => withTab(now, 'connectivity'));
          }}
        />
      </DialogPopover>
    </>
  );
}
