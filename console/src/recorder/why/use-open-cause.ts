import './texts/texts.ts';
import type { RecordedCause } from '@signalbox/contract/recorder';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { rememberPlace } from '../../app/address-ahead.ts';
import { notify } from '../../app/notices.ts';
import { attempt } from '../../entity-page/entity-action.ts';

/** Opens the way of the message that something came of, or says why none is known, to whoever is still there to see it. */
export function useOpenCause(): { isBusy: boolean; open: (find: () => Promise<RecordedCause>) => Promise<void> } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const open = async (find: () => Promise<RecordedCause>): Promise<void> => {
    await attempt(async () => {
      setBusy(true);
      const isStillThere = rememberPlace();
      try {
        const { message, isCertain, missing } = await find();
        if (!isStillThere()) return;
        if (!message) {
          notify({ message: t(`cause.missing.${missing ?? 'NOT_FOUND'}`), type: 'info', duration: 12_000 });
          return;
        }
        if (!isCertain) notify({ message: t('cause.uncertain'), type: 'info', duration: 8_000 });
        await navigate(`/recorder/${message.place}`);
      } finally {
        setBusy(false);
      }
    });
  };
  return { isBusy, open };
}
