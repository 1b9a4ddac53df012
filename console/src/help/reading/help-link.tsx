import './texts/texts.ts';
import { Link } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { linkOfHelp } from '../help-id.ts';

/** Leads to a text of the help, or to a site that the id is the address of, in a tab of its own. */
export function HelpLink(props: { helpId: string; label?: string; isTopics?: boolean }) {
  const { t } = useTranslation();
  const address = props.isTopics ? '/help' : linkOfHelp(props.helpId, window.location.origin);
  if (address === undefined) return null;
  return (
    <Link
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, fontSize: 13, minHeight: 24 }}
    >
      {props.label ?? t('helpText.open')}
      <Icon name="openInNew" size={14} />
    </Link>
  );
}
