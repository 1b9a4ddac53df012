import '../../recorder/why/texts/texts.ts';
import { ListSubheader, MenuItem, Typography } from '@mui/material';
import type { RecordedCause } from '@signalbox/contract/recorder';
import { useTranslation } from 'react-i18next';
import { getCauseOfValue } from '../../api/recorder.ts';
import { getKeyHistory } from '../../api/telemetry.ts';
import { PopupMenu } from '../../controls/popup-menu.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useOpenCause } from '../../recorder/why/use-open-cause.ts';
import type { ExplainableValue } from './explainable-values.ts';

/** The cause of a value; of one that was put together from several, that of the newest among them. */
async function findCause({ entity, key, ts, around }: ExplainableValue): Promise<RecordedCause> {
  if (around === 0) return getCauseOfValue(entity, key, ts);
  const [newest] = await getKeyHistory(entity, key, ts - around, ts + around, 1);
  return getCauseOfValue(entity, key, newest?.ts ?? ts);
}

/** The values that a widget shows, each leading to the message that it came of. */
export default function WhyMenu(props: {
  values: readonly ExplainableValue[];
  anchor: HTMLElement | undefined;
  /** Where it was asked, px from the top left corner of the window. */
  at: { x: number; y: number } | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { isBusy, open } = useOpenCause();
  const items = [...Map.groupBy(props.values, ({ entity }) => entity.id)].flatMap(([id, ofEntity]) => [
    // The items say it, too.
    <ListSubheader key={id} aria-hidden sx={{ lineHeight: '28px', background: 'inherit' }}>
      {ofEntity[0]?.entity.name}
    </ListSubheader>,
    ...ofEntity.map((value) => (
      <MenuItem
        key={`${id} ${value.key}`}
        disabled={isBusy}
        onClick={() => void open(() => findCause(value)).then(props.onClose)}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 4 }}
      >
        <Typography component="span" variant="body2" noWrap>
          {value.label}
          <span className="visually-hidden"> {t('cause.ofEntity', { entity: value.entity.name })}</span>
        </Typography>
        <Typography component="span" variant="body2" className="num" noWrap sx={{ maxWidth: 180, fontWeight: 580 }}>
          {value.text}
        </Typography>
        <Typography component="span" variant="caption" sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>
          {formatDateTime(value.ts)}
        </Typography>
      </MenuItem>
    )),
  ]);
  return (
    <PopupMenu
      anchorEl={props.anchor ?? null}
      at={props.at}
      onClose={props.onClose}
      slotProps={{ list: { 'aria-label': t('cause.why'), sx: { width: 320, maxWidth: '100%' } } }}
    >
      <ListSubheader aria-hidden sx={{ lineHeight: '20px', pb: 1, fontSize: 12, background: 'inherit' }}>
        {t('cause.choose')}
      </ListSubheader>
      {items.length > 0 ? items : <MenuItem disabled>{t('cause.noValue')}</MenuItem>}
    </PopupMenu>
  );
}
