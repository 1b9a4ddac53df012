import '../texts/texts.ts';
import { Box, Button, IconButton, ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material';
import type { DeviceInfo } from '@signalbox/contract/device';
import type { DeviceExchange } from '@signalbox/contract/device-exchange';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../controls/icon.tsx';
import { Loaded } from '../../../controls/loaded.tsx';
import { fileNameOf, saveFile } from '../../../controls/save-file.ts';
import { EmptyState } from '../../../controls/states.tsx';
import { SearchField } from '../../../entity-page/search-field.tsx';
import { useTabAddress } from '../../../entity-page/tab-address.ts';
import { asText, filtered, SHOWN, type Shown } from './exchange-list.ts';
import { ExchangeRow } from './exchange-row.tsx';
import { type Log, useExchanges } from './use-exchanges.ts';

function ToolButton(props: {
  name: string;
  icon: IconName;
  onClick: () => void;
  pressed?: boolean;
  disabled?: boolean;
}) {
  return (
    <Tooltip title={props.name}>
      <span>
        <IconButton
          aria-label={props.name}
          disabled={props.disabled ?? false}
          onClick={props.onClick}
          {...(props.pressed === undefined ? {} : { 'aria-pressed': props.pressed })}
        >
          <Icon name={props.icon} />
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** The rows, newest first; those that are opened stay open. */
function Rows({ exchanges }: { exchanges: readonly DeviceExchange[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <Box
      component="ul"
      aria-label={t('protocolLog.title')}
      sx={{ listStyle: 'none', m: 0, p: 0, minWidth: 0, containerType: 'inline-size' }}
    >
      {exchanges.map((exchange) => (
        <ExchangeRow key={exchange.id} exchange={exchange} isOpen={open.has(exchange.id)} onToggle={toggle} />
      ))}
    </Box>
  );
}

/** What a device and the platform send each other, as long as somebody looks. */
export function ProtocolLogTab({ device, emptyAction }: { device: DeviceInfo; emptyAction: ReactNode }) {
  const { t } = useTranslation();
  const address = useTabAddress();
  const shown = address.oneOf('shown', SHOWN);
  const search = address.get('search') ?? '';
  const query = useExchanges(device.id.id);
  /** What was there when the log was paused. */
  const [paused, setPaused] = useState<Log>();
  /** Cleared up to this id of the log that began then. */
  const [cleared, setCleared] = useState({ since: 0, id: 0 });
  return (
    <Loaded from={query} title={t('protocolLog.failed')}>
      {(log) => {
        // A log that was given up while nobody looked starts over, with the same numbers.
        const { since, exchanges: all } = paused ?? log;
        const after = cleared.since === since ? cleared.id : 0;
        const rows = filtered(all, shown, search, after);
        const hasAny = all.some(({ id }) => id > after);
        const last = paused?.since === log.since ? (paused.exchanges.at(-1)?.id ?? 0) : 0;
        const waiting = paused ? log.exchanges.filter(({ id }) => id > last).length : 0;
        return (
          <>
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
              <SearchField
                value={search}
                placeholder={t('protocolLog.search')}
                inTab={t('protocolLog.title')}
                onChange={(text) => address.change({ search: text }, { replace: true })}
              />
              <ToggleButtonGroup
                exclusive
                size="small"
                value={shown}
                aria-label={t('protocolLog.show')}
                onChange={(_, next: Shown | null) =>
                  next && address.change({ shown: next === 'all' ? undefined : next }, { replace: true })
                }
              >
                {SHOWN.map((one) => (
                  <ToggleButton key={one} value={one}>
                    {t(`protocolLog.shown.${one}`)}
                  </ToggleButton>
                ))}
              </ToggleButtonGroup>
            </Box>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: -1 }}>
              <Box role="status" sx={{ flex: 1, fontSize: 12, color: 'text.secondary' }}>
                {paused ? t('protocolLog.paused', { count: waiting }) : t('protocolLog.live')}
              </Box>
              <Box sx={{ display: 'flex', flex: 'none' }}>
                <ToolButton
                  name={t(paused ? 'protocolLog.continue' : 'protocolLog.pause')}
                  icon={paused ? 'play' : 'pause'}
                  onClick={() => setPaused(paused ? undefined : log)}
                />
                <ToolButton
                  name={t('protocolLog.clear')}
                  icon="delete"
                  disabled={!hasAny}
                  onClick={() => {
                    setCleared({ since: log.since, id: log.exchanges.at(-1)?.id ?? 0 });
                    if (paused) setPaused(log);
                  }}
                />
                <ToolButton
                  name={t('protocolLog.download')}
                  icon="download"
                  disabled={rows.length === 0}
                  onClick={() =>
                    saveFile(
                      `${fileNameOf(device.name, 'device')}.log`,
                      new Blob([asText(rows)], { type: 'text/plain;charset=utf-8' }),
                    )
                  }
                />
              </Box>
            </Box>
            {rows.length > 0 ? (
              <Rows key={since} exchanges={rows} />
            ) : hasAny ? (
              <EmptyState icon="search" title={t('protocolLog.noneFound')}>
                <Button onClick={() => address.change({ search: undefined, shown: undefined })}>
                  {t('list.clearFilters')}
                </Button>
              </EmptyState>
            ) : (
              <EmptyState icon="message" title={t('protocolLog.emptyTitle')} text={t('protocolLog.emptyText')}>
                {emptyAction}
              </EmptyState>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
