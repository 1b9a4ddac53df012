import './texts/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportRow, toReportRow } from '../../api/dashboard-reports.ts';
import type { Choice } from '../../controls/choice.ts';
import { choicesOf } from '../../controls/entity-choices.ts';
import { ReportForm } from '../../dashboard-reports/report-form.tsx';
import { ChooseDialog } from '../../entity-page/choose-dialog.tsx';

/** Asks which dashboard is sent, and then when and to whom. */
export function NewReportDialog({ close }: { close: (saved?: ReportRow) => void }) {
  const { t } = useTranslation();
  const [dashboard, setDashboard] = useState<Choice>();
  if (dashboard) {
    return (
      <ReportForm
        dashboard={{ id: dashboard.id, title: dashboard.label }}
        onClose={() => close()}
        onSaved={(report) => close(toReportRow(report))}
      />
    );
  }
  return (
    <ChooseDialog
      title={t('reports.choose')}
      label={t('reports.dashboard')}
      kind="dashboard"
      confirmLabel={t('reports.continue')}
      load={choicesOf('DASHBOARD')}
      close={(chosen) => (chosen ? setDashboard(chosen) : close())}
    />
  );
}
