import './texts/texts.ts';
import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { type HelpTriggerProps, useHelpPopup } from './help-button.tsx';

/** Words that open a text of the help, where there is room for them. */
export function HelpTextButton(props: HelpTriggerProps) {
  const { t } = useTranslation();
  const { trigger, icon, popup } = useHelpPopup({ size: 'small', ...props });
  return (
    <>
      <Button {...trigger} size="small" variant="text" startIcon={icon}>
        {t('help.about', { name: props.name })}
      </Button>
      {popup}
    </>
  );
}
