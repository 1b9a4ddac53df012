import './texts/texts.ts';
import { Button } from '@mui/material';
import type { RecordedCause } from '@signalbox/contract/recorder';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { useOpenCause } from './use-open-cause.ts';

/** Opens the way of the message that something came of. Only tenant administrators may see messages. */
export function WhyButton(props: {
  label: string;
  /** What the button says; "Why?" unless it is given. */
  text?: string;
  find: () => Promise<RecordedCause>;
}) {
  const { label, find } = props;
  const { t } = useTranslation();
  const { isBusy, open } = useOpenCause();
  const { authority } = useSession();
  if (authority !== 'TENANT_ADMIN') return null;
  return (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={label}
      title={label}
      onClick={() => void open(find)}
      className="why"
    >
      {props.text ?? t('cause.why')}
    </Button>
  );
}
