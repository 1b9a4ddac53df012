import './texts/texts.ts';
import '../../help/texts/texts.ts';
import '../../help/reading/texts/texts.ts';
import { Box, useMediaQuery } from '@mui/material';
import type { HelpContents } from '@signalbox/contract/help-text';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { useAddress } from '../../app/use-address.ts';
import { Loaded } from '../../controls/loaded.tsx';
import { helpAddress } from '../../help/help-id.ts';
import { helpContentsQuery } from '../../help/read-help.ts';
import { HelpText } from '../../help/reading/help-text.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { FoundPlaces } from './found-places.tsx';
import { HelpSearchField } from './help-search-field.tsx';
import { Topics } from './topics.tsx';

/** px */
const TOPICS_WIDTH = 250;

/** What a text is called in the table of contents. */
const titleOf = (contents: HelpContents | undefined, id: string | undefined) =>
  contents?.areas.flatMap((area) => area.pages).find((page) => page.id === id)?.title;

/** All help: topics, the text of one of them, and a search over everything. */
export function HelpPage() {
  const { t } = useTranslation();
  const { area, topic } = useParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [address] = useAddress();
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'));
  const contents = useQuery(helpContentsQuery(useLanguage()));
  const id = area && topic ? `${area}/${topic}` : undefined;
  useSetCrumbTitle(titleOf(contents.data, id));
  const search = address.get('search')?.trim() ?? '';
  const reading = useRef<HTMLDivElement>(null);
  // A text begins at its beginning, wherever the one before was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each text
  useEffect(() => {
    if (hash === '') reading.current?.scrollTo(0, 0);
  }, [id, search, hash]);
  const isOverview = id === undefined && search === '';
  const place =
    id === undefined ? undefined : { id, anchor: hash === '' ? undefined : decodeURIComponent(hash.slice(1)) };
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex' }}>
      {isWide && !isOverview && (
        <Box
          component="nav"
          aria-label={t('helpTopics.topics')}
          sx={{ width: TOPICS_WIDTH, flex: 'none', overflow: 'auto', borderInlineEnd: '1px solid var(--line)', p: 4 }}
        >
          <Loaded from={contents} title={t('helpText.failed')}>
            {({ areas }) => <Topics areas={areas} current={id} isFolded />}
          </Loaded>
        </Box>
      )}
      <Box ref={reading} sx={{ flex: 1, minWidth: 0, overflow: 'auto', p: { xs: '14px 12px', sm: '20px 28px' } }}>
        <Box sx={{ maxWidth: isOverview ? 1180 : 800, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
          {isOverview && (
            <Box component="h1" sx={{ typography: 'h1', m: 0 }}>
              {t('helpPage.title')}
            </Box>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
            <HelpSearchField />
            {!isOverview && (
              <Box component={Link} to="/help" sx={{ color: 'var(--accent-text)', fontSize: 13 }}>
                {t('help.allTopics')}
              </Box>
            )}
          </Box>
          {search !== '' ? (
            <FoundPlaces search={search} />
          ) : place ? (
            <article>
              <HelpText key={place.id} place={place} onPlace={(next) => void navigate(helpAddress(next))} />
            </article>
          ) : (
            <>
              <Box sx={{ color: 'text.secondary' }}>{t('helpTopics.welcome')}</Box>
              <Loaded from={contents} title={t('helpText.failed')}>
                {({ areas }) => <Topics areas={areas} current={undefined} isFolded={false} />}
              </Loaded>
            </>
          )}
        </Box>
      </Box>
    </Box>
  );
}
