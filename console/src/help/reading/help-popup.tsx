import './texts/texts.ts';
import { Box, IconButton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogPopover } from '../../controls/dialog-popover.tsx';
import { Icon } from '../../controls/icon.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { helpAddress, placeOfHelp } from '../help-id.ts';
import { helpQuery } from '../read-help.ts';
import { HelpLink } from './help-link.tsx';
import { HelpText } from './help-text.tsx';

/** Small screens have room for more of a text than a part of their width. */
const WIDTH = 'min(680px, 80vw)';

/** A text of the help over what it explains; Escape closes it. */
export function HelpPopup(props: {
  helpId: string;
  label: string;
  anchor: HTMLElement;
  onReady: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [place, setPlace] = useState(() => placeOfHelp(props.helpId));
  const { isPending } = useQuery(helpQuery(place.id, useLanguage()));
  const ready = useRef(props.onReady);
  useEffect(() => {
    if (!isPending) ready.current();
  }, [isPending]);
  return (
    <DialogPopover
      label={props.label}
      anchor={props.anchor}
      onClose={props.onClose}
      sx={{ width: WIDTH, maxWidth: '80vw', maxHeight: '80vh', display: 'flex', flexDirection: 'column' }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          p: '6px 8px 6px 18px',
          borderBottom: '1px solid var(--line-2)',
        }}
      >
        <HelpLink helpId={helpAddress(place).slice('/help/'.length)} />
        <IconButton
          size="small"
          aria-label={t('action.close')}
          onClick={props.onClose}
          sx={{ marginInlineStart: 'auto' }}
        >
          <Icon name="close" size={16} />
        </IconButton>
      </Box>
      <Box sx={{ p: '14px 18px', overflow: 'auto', minHeight: 120 }}>
        <HelpText place={place} below={1} onPlace={setPlace} />
      </Box>
    </DialogPopover>
  );
}
