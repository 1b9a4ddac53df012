import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useLiveValues } from '../../api/telemetry.ts';
import { Instant } from '../../controls/ago.tsx';
import { errorText } from '../../controls/error-text.ts';
import { type DataEntity, type DataRow, settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { type EventRow, eventParts, eventRows } from './event-rows.ts';

/** What a gateway has reported last: the values whose names the settings tell. */
export function GatewayEvents({ widget, data }: WidgetProps) {
  const parts = eventParts(settingsOf(widget).eventsReg);
  const [gateway] = data.entities;
  // The rows of a preview belong to nobody who could be asked.
  const isReal = gateway !== undefined && !/^[0-]+$/.test(gateway.id);
  return isReal ? (
    <LiveEvents gateway={gateway} parts={parts} rows={data.rows} />
  ) : (
    <EventTable rows={eventRows(parts, data.rows, undefined)} />
  );
}

function LiveEvents(props: { gateway: DataEntity; parts: readonly string[]; rows: readonly DataRow[] }) {
  const { t } = useTranslation();
  const { entityType, id } = props.gateway;
  const { values, error } = useLiveValues({ entityType: entityType as 'DEVICE', id }, 'LATEST_TELEMETRY');
  if (values === undefined) {
    return <Said>{error ? errorText(error) : t('gatewayEvents.reading')}</Said>;
  }
  return <EventTable rows={eventRows(props.parts, props.rows, values)} />;
}

function Said({ children }: { children: string }) {
  return (
    <Box role="status" sx={{ m: 'auto', fontSize: 13, color: 'text.secondary', textAlign: 'center' }}>
      {children}
    </Box>
  );
}

function EventTable({ rows }: { rows: readonly EventRow[] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return <Said>{t('gatewayEvents.none')}</Said>;
  return (
    <Box
      // A table that scrolls can be scrolled by the keyboard.
      tabIndex={0}
      role="region"
      aria-label={t('gatewayEvents.table')}
      sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
    >
      <Box
        component="table"
        sx={{
          width: '100%',
          borderSpacing: 0,
          fontSize: 13,
          '& th': {
            position: 'sticky',
            top: 0,
            background: 'var(--surface)',
            fontWeight: 550,
            color: 'text.secondary',
          },
          '& th, & td': {
            textAlign: 'start',
            verticalAlign: 'top',
            py: 2,
            paddingInline: '0 12px',
            borderBottom: '1px solid var(--line-2)',
          },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('gatewayEvents.event')}</th>
            <th scope="col">{t('gatewayEvents.value')}</th>
            <th scope="col">{t('gatewayEvents.time')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, ts, value }) => (
            <tr key={name}>
              <Box component="td" sx={{ overflowWrap: 'anywhere' }}>
                {name}
              </Box>
              <Box component="td" className="num" sx={{ overflowWrap: 'anywhere' }}>
                {value}
              </Box>
              <td>
                <Instant ts={ts} />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
