import { Box, ButtonBase } from '@mui/material';
import type { DeviceExchange, ExchangeOutcome } from '@signalbox/contract/device-exchange';
import { useTranslation } from 'react-i18next';
import { CopyIconButton } from '../../../controls/copy-button.tsx';
import { Icon, type IconName } from '../../../controls/icon.tsx';
import { formatExact } from '../../../i18n/format.ts';
import { formatSize } from '../../../i18n/format-size.ts';
import { locale } from '../../../i18n/i18n.ts';
import { isRefused, prettyPayload } from './exchange-list.ts';

const LOOK: Record<ExchangeOutcome, { icon: IconName; color: string }> = {
  PENDING: { icon: 'clock', color: 'var(--text-2)' },
  ACCEPTED: { icon: 'success', color: 'var(--ok)' },
  ACKNOWLEDGED: { icon: 'success', color: 'var(--ok)' },
  SENT: { icon: 'check', color: 'var(--text-2)' },
  IGNORED: { icon: 'info', color: 'var(--text-2)' },
  REFUSED: { icon: 'warning', color: 'var(--critical)' },
  FAILED: { icon: 'warning', color: 'var(--critical)' },
};

const exactTime = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});
const inMilliseconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' });

/** Room in which an exchange is one line; with less it is two. */
const WIDE = '@container (min-width: 760px)';

const mono = { font: '12px/18px ui-monospace, Menlo, Consolas, monospace' } as const;

/** What became of it, in a word with its sign. */
function Outcome({ exchange }: { exchange: DeviceExchange }) {
  const { t } = useTranslation();
  const { icon, color } = LOOK[exchange.outcome];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        color,
        whiteSpace: 'nowrap',
        justifySelf: 'end',
        gridArea: '1 / 5',
      }}
    >
      <Icon name={icon} size={14} />
      {t(`protocolLog.outcome.${exchange.outcome}`)}
    </Box>
  );
}

/** How large it is, and how long its answer took. */
function Measures({ exchange: { size, duration } }: { exchange: DeviceExchange }) {
  const words = [
    ...(size > 0 ? [formatSize(size)] : []),
    ...(duration === null ? [] : [inMilliseconds.format(duration)]),
  ];
  return (
    words.length > 0 && (
      <Box
        component="span"
        className="num"
        sx={{ gridArea: '2 / 5', justifySelf: 'end', flex: 'none', whiteSpace: 'nowrap', color: 'text.secondary' }}
      >
        {words.join(' · ')}
      </Box>
    )
  );
}

/** All of an exchange: what its protocol says of it, why it was refused, and its payload. */
function Whole({ exchange }: { exchange: DeviceExchange }) {
  const { t } = useTranslation();
  const payload = prettyPayload(exchange);
  const { detail, reason, address, isCut, format } = exchange;
  return (
    <Box sx={{ p: '4px 12px 12px', display: 'grid', gap: 1.5, fontSize: 13, minWidth: 0 }}>
      <Box className="num" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {[formatExact(exchange.time), detail].filter(Boolean).join(' · ')}
      </Box>
      {address && (
        <Box component="bdi" dir="ltr" sx={{ ...mono, overflowWrap: 'anywhere' }}>
          {address}
        </Box>
      )}
      {reason && (
        <Box sx={{ overflowWrap: 'anywhere', color: isRefused(exchange) ? 'var(--critical)' : 'text.primary' }}>
          {reason}
        </Box>
      )}
      {payload === '' ? (
        <Box sx={{ color: 'text.secondary' }}>{t('protocolLog.noPayload')}</Box>
      ) : (
        <Box sx={{ position: 'relative', minWidth: 0 }}>
          <Box
            component="pre"
            dir="ltr"
            tabIndex={0}
            role="group"
            aria-label={t('protocolLog.payload')}
            sx={{
              ...mono,
              m: 0,
              p: '8px 40px 8px 10px',
              maxHeight: 320,
              overflow: 'auto',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
              background: 'var(--surface-2)',
              border: '1px solid var(--line)',
              borderRadius: '8px',
            }}
          >
            {payload}
          </Box>
          <Box sx={{ position: 'absolute', top: 4, right: 4 }}>
            <CopyIconButton text={payload} name={t('protocolLog.payload')} />
          </Box>
        </Box>
      )}
      {(isCut || format === 'HEX') && (
        <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
          {t(isCut ? 'protocolLog.cut' : 'protocolLog.hex', { size: formatSize(exchange.size) })}
        </Box>
      )}
    </Box>
  );
}

/** One exchange in a line, or two on a phone; a click opens all of it. */
export function ExchangeRow(props: { exchange: DeviceExchange; isOpen: boolean; onToggle: (id: number) => void }) {
  const { t } = useTranslation();
  const { exchange, isOpen } = props;
  const { id, direction, protocol, kind, address, reason } = exchange;
  const isIn = direction === 'IN';
  return (
    <Box component="li" data-outcome={exchange.outcome} sx={{ borderBottom: '1px solid var(--line)' }}>
      <ButtonBase
        aria-expanded={isOpen}
        onClick={() => props.onToggle(id)}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'auto auto auto minmax(0, 1fr) auto',
          width: '100%',
          minHeight: 32,
          p: '4px 8px',
          columnGap: 2,
          rowGap: 0.5,
          alignItems: 'center',
          justifyContent: 'stretch',
          textAlign: 'start',
          font: 'inherit',
          fontSize: 13,
          [WIDE]: { display: 'flex' },
          borderRadius: '6px',
          '&:hover, &:focus-visible': { background: 'var(--surface-2)' },
        }}
      >
        <Box component="span" className="num" sx={{ color: 'text.secondary', flex: 'none' }}>
          {exactTime.format(exchange.time)}
        </Box>
        <Box
          component="span"
          sx={{ flex: 'none', color: isIn ? 'var(--accent-text)' : 'text.primary', fontWeight: 600 }}
          title={t(isIn ? 'protocolLog.in' : 'protocolLog.out')}
        >
          <span aria-hidden="true">{isIn ? '↓' : '↑'}</span>
          <span className="visually-hidden">{t(isIn ? 'protocolLog.in' : 'protocolLog.out')}</span>
        </Box>
        <Box component="span" sx={{ flex: 'none', color: 'text.secondary' }}>
          {protocol}
        </Box>
        <Box
          component="span"
          sx={{ flex: 'none', fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {kind}
        </Box>
        <Box
          component="bdi"
          dir="ltr"
          sx={{
            ...mono,
            // Below the others where there is little room.
            gridArea: '2 / 1 / 3 / 5',
            // A block of its own direction begins where the row does.
            justifySelf: 'start',
            maxWidth: '100%',
            minWidth: 0,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            alignSelf: 'center',
            [WIDE]: { flex: '1 1 0' },
          }}
        >
          {isRefused(exchange) && reason ? reason : address || reason}
        </Box>
        <Measures exchange={exchange} />
        <Outcome exchange={exchange} />
      </ButtonBase>
      {isOpen && <Whole exchange={exchange} />}
    </Box>
  );
}
