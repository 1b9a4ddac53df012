import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import type { PlannedCall } from '../api/client.ts';
import { exportList } from '../api/exports.ts';
import { formatNumber } from '../i18n/format.ts';
import { FileDialog } from './file-dialog.tsx';

/** Exports a list as it is shown. */
export function ExportDialog(props: {
  /** Beginning of the name of the file. */
  name: string;
  /** Rows that the list has; absent while it is not known. */
  total: number | undefined;
  /** The call that shows the list. */
  list: PlannedCall;
  columns: readonly { path: string; title: string }[];
  /** Whether somebody can turn its columns on and off where it is shown. */
  hasChoice: boolean;
  close: () => void;
}) {
  const { t } = useTranslation();
  const { total } = props;
  const rows =
    total === undefined ? t('export.text') : t('export.textOf', { count: total, formatted: formatNumber(total) });
  return (
    <FileDialog
      title={t('export.title')}
      text={props.hasChoice ? `${rows} ${t('export.columnsOn')}` : rows}
      name={props.name}
      fetch={(format, options) => exportList(props.list, props.columns, format, options)}
      close={props.close}
    />
  );
}
