import { IconButton, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { HelpButton } from './help-button.tsx';
import { isHelpId, linkOfHelp } from './help-id.ts';

/** Opens what there is to be read about a field: a text of ours, or the site that its maker names. */
export function FieldHelp({ helpId, label }: { helpId: string; label: string }) {
  const { t } = useTranslation();
  if (isHelpId(helpId)) return <HelpButton helpId={helpId} name={label} size="small" />;
  const address = linkOfHelp(helpId, window.location.origin);
  if (address === undefined) return null;
  const name = t('help.about', { name: label });
  return (
    <Tooltip title={name}>
      <IconButton
        size="small"
        component="a"
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('help.help')}
        aria-description={label}
        sx={{ p: 1, my: -1 }}
      >
        <Icon name="help" size={16} />
      </IconButton>
    </Tooltip>
  );
}

/** Where it stands beside a label: at the end of its line. The element around it is positioned. */
export const BESIDE_LABEL = { position: 'absolute', top: 0, insetInlineEnd: 0, zIndex: 1 } as const;
