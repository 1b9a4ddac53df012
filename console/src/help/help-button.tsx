import './texts/texts.ts';
import { CircularProgress, IconButton, Tooltip } from '@mui/material';
import { type ReactNode, type Ref, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';

// Nothing of a text is loaded before somebody wants to read it.
const HelpPopup = lazyPart(async () => (await import('./reading/help-popup.tsx')).HelpPopup);

export interface HelpTriggerProps {
  /** Page and heading: `nodes/log`, `widgets/charts#bars`. */
  helpId: string;
  /** What it is about. */
  name: string;
  size?: 'small' | 'medium';
}

/** What opens a text of the help below itself, and the text once it is open. */
export function useHelpPopup({ helpId, name, size }: HelpTriggerProps): {
  /** Of the button. */
  trigger: {
    'aria-haspopup': 'dialog';
    'aria-expanded': boolean;
    'aria-description': string;
    onClick: (event: { currentTarget: HTMLElement }) => void;
  };
  icon: ReactNode;
  popup: ReactNode;
} {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isReady, setReady] = useState(false);
  const px = size === 'small' ? 16 : 20;
  return {
    trigger: {
      'aria-haspopup': 'dialog',
      'aria-expanded': anchor !== undefined,
      'aria-description': name,
      onClick: (event) => {
        setReady(false);
        setAnchor(event.currentTarget);
      },
    },
    icon: anchor && !isReady ? <CircularProgress size={px} aria-hidden /> : <Icon name="help" size={px} />,
    popup: anchor && (
      <Suspense>
        <HelpPopup
          helpId={helpId}
          label={t('help.about', { name })}
          anchor={anchor}
          onReady={() => setReady(true)}
          onClose={() => setAnchor(undefined)}
        />
      </Suspense>
    ),
  };
}

/** An icon that opens a text of the help. */
export function HelpButton(props: HelpTriggerProps & { ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation();
  const { trigger, icon, popup } = useHelpPopup(props);
  return (
    <>
      <Tooltip title={trigger['aria-expanded'] ? '' : t('help.about', { name: props.name })}>
        <IconButton
          {...trigger}
          ref={props.ref}
          aria-label={t('help.help')}
          size={props.size ?? 'medium'}
          sx={props.size === 'small' ? { p: 1, my: -1 } : {}}
        >
          {icon}
        </IconButton>
      </Tooltip>
      {popup}
    </>
  );
}
