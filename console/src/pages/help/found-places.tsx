import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddress } from '../../app/use-address.ts';
import { allOf, Loaded } from '../../controls/loaded.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { helpAddress } from '../../help/help-id.ts';
import { helpContentsQuery, helpSearchQuery } from '../../help/read-help.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { createHelpIndex, type FoundPlace } from './search-help.ts';

function Excerpt({ parts }: { parts: readonly string[] }) {
  return (
    <Box sx={{ color: 'text.secondary', fontSize: 13, overflowWrap: 'anywhere' }}>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
          <Box component="mark" key={at} sx={{ background: 'var(--accent-soft)', color: 'text.primary' }}>
            {part}
          </Box>
        ) : (
          part
        ),
      )}
    </Box>
  );
}

function Found({ found }: { found: FoundPlace }) {
  return (
    <Box component="li" sx={{ mb: 4 }}>
      <Box
        component={Link}
        to={helpAddress({ id: found.page, anchor: found.anchor })}
        sx={{ color: 'var(--accent-text)', fontWeight: 580, fontSize: 15 }}
      >
        {found.pageTitle ? `${found.pageTitle}: ${found.title}` : found.title}
      </Box>
      <Excerpt parts={found.excerpt} />
    </Box>
  );
}

/** Everything in the help that has what was searched. */
export function FoundPlaces({ search }: { search: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [, setAddress] = useAddress();
  const all = allOf(useQuery(helpSearchQuery(language)), useQuery(helpContentsQuery(language)));
  const texts = all.data?.[0];
  const contents = all.data?.[1];
  const index = useMemo(() => (texts && contents ? createHelpIndex(texts, contents) : undefined), [texts, contents]);
  const { places: found, total } = useMemo(() => index?.find(search) ?? { places: [], total: 0 }, [index, search]);
  return (
    <Loaded from={all} title={t('helpText.failed')}>
      {() => (
        <Box component="section" aria-label={t('helpTopics.results')}>
          <Box role="status" sx={{ color: 'text.secondary', fontSize: 13, mb: 3 }}>
            {total > 0 ? t('helpTopics.found', { count: total, formatted: formatNumber(total) }) : ''}
            {total > found.length ? ` ${t('helpTopics.best', { count: found.length })}` : ''}
          </Box>
          {found.length === 0 ? (
            <EmptyState icon="search" title={t('helpTopics.nothing', { search })} text={t('helpTopics.nothingText')}>
              <Button onClick={() => setAddress(() => new URLSearchParams())}>{t('helpTopics.clear')}</Button>
            </EmptyState>
          ) : (
            <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {found.map((one) => (
                <Found key={`${one.page} ${one.anchor ?? ''} ${one.title}`} found={one} />
              ))}
            </Box>
          )}
        </Box>
      )}
    </Loaded>
  );
}
