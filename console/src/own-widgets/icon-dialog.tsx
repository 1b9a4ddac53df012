import './texts/texts.ts';
import { Dialog, DialogContent } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import IconPicker from '../controls/icon-picker.tsx';
import { DialogHeading } from '../help/dialog-heading.tsx';

/** Lets somebody choose an icon for a widget that has asked for one. */
export function IconDialog({ value, close }: { value: string; close: (icon?: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Dialog open maxWidth="md" aria-labelledby={id} onClose={() => close()}>
      <DialogHeading id={id} title={t('ownWidget.chooseIcon')} helpId={undefined} />
      <DialogContent>
        <IconPicker value={value} canClear={false} onChoose={close} onCancel={() => close()} />
      </DialogContent>
    </Dialog>
  );
}
