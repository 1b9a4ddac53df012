import './texts/texts.ts';
import { cutText } from '@signalbox/contract/cut-text';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../api/entity-ref.ts';
import { exportWidgetData } from '../api/exports.ts';
import { openDialog } from '../app/dialogs.ts';
import { FileDialog } from './file-dialog.tsx';

/** The values of a key in a window of time. */
export interface KeyHistoryToExport {
  entity: EntityRef;
  name: string;
  /** epoch ms, [startTs, endTs) */
  startTs: number;
  endTs: number;
}

function KeyHistoryDialog(props: KeyHistoryToExport & { close: () => void }) {
  const { t } = useTranslation();
  const { entity, name, startTs, endTs } = props;
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <FileDialog
      title={t('export.historyTitle', { key: name })}
      text={t('export.historyText')}
      name={name}
      fetch={(format, options) =>
        exportWidgetData(
          {
            kind: 'timeseries',
            ...{ format, name: cutText(name, 200), timezone, columns: [cutText(name, 300)] },
            titles: { time: t('export.widget.time', { zone: timezone }), entity: t('export.widget.entity') },
            sources: [
              {
                query: {
                  entityFilter: {
                    type: 'singleEntity',
                    singleEntity: { entityType: entity.entityType, id: entity.id },
                  },
                  keyFilters: [],
                },
                ...{ single: true, keys: [{ type: 'TIME_SERIES', key: name, column: 0 }] },
                ...{ startTs, endTs, aggregation: 'NONE', interval: 1000 },
              },
            ],
          },
          options,
        )
      }
      close={props.close}
    />
  );
}

/** Opens the export of all values that a key had in a window of time. */
export async function openKeyHistoryExport(history: KeyHistoryToExport): Promise<void> {
  await openDialog((close) => <KeyHistoryDialog {...history} close={close} />);
}
