import './texts/texts.ts';
import { Box, Link } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { isLocalLink, shareTargets } from './share-targets.ts';

/** The link of a public dashboard: to open, to copy, and to tell others. */
export function PublicLinkBox({ link, title }: { link: string; title: string }) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <Box sx={{ mt: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Link href={link} target="_blank" rel="noopener" sx={{ fontSize: 13, overflowWrap: 'anywhere', minWidth: 0 }}>
          {link}
        </Link>
        <CopyIconButton text={link} name={t('dashboard.share.link')} />
      </Box>
      {!isLocalLink(link) && (
        <Box
          role="group"
          aria-labelledby={labelId}
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, fontSize: 13, mt: 1 }}
        >
          <Box component="span" id={labelId} sx={{ color: 'text.secondary', lineHeight: '24px' }}>
            {t('dashboard.share.tell')}
          </Box>
          {shareTargets(link, title).map(({ name, address }) => (
            <Link key={name} href={address} target="_blank" rel="noopener noreferrer" sx={{ lineHeight: '24px' }}>
              {name}
            </Link>
          ))}
        </Box>
      )}
    </Box>
  );
}
