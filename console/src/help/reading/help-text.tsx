import './texts/texts.ts';
import '../texts/texts.ts';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../app/notices.ts';
import { copyText } from '../../controls/copy-button.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { type HelpPlace, placeOfLink } from '../help-id.ts';
import { helpQuery } from '../read-help.ts';
import { HelpLink } from './help-link.tsx';
import { helpHtml } from './render-help.ts';

/** How long a button says that it has copied, in ms. */
const COPIED_DURATION = 1500;

const STYLE = {
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
  '& > :first-of-type': { mt: 0 },
  '& [data-depth="1"]': { typography: 'h1', m: '0 0 12px' },
  '& [data-depth="2"]': { typography: 'h2', m: '28px 0 8px' },
  '& [data-depth="3"], & [data-depth="4"]': { fontSize: 14, fontWeight: 620, m: '20px 0 6px' },
  '& [data-anchor]': { outline: 'none', scrollMarginTop: '12px' },
  '& p, & ul, & ol': { m: '0 0 10px' },
  '& li': { mb: 0.5 },
  '& a': { color: 'var(--accent-text)' },
  '& code': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: '0.92em',
    background: 'var(--surface-2)',
    borderRadius: '4px',
    px: '4px',
  },
  '& .code': { position: 'relative', m: '0 0 12px' },
  '& .code pre': {
    m: 0,
    p: '12px 14px',
    overflow: 'auto',
    background: 'var(--surface-2)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    '& code': { p: 0, background: 'none' },
  },
  '& .code button': {
    position: 'absolute',
    top: 6,
    insetInlineEnd: 6,
    minHeight: 26,
    px: 2,
    font: 'inherit',
    fontSize: 12,
    color: 'text.secondary',
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    cursor: 'pointer',
    '&:hover': { color: 'text.primary' },
  },
  '& .table': { overflow: 'auto', m: '0 0 12px', border: '1px solid var(--line)', borderRadius: '8px' },
  '& table': { borderCollapse: 'collapse', width: '100%', fontSize: 13 },
  '& th, & td': {
    p: '6px 10px',
    textAlign: 'start',
    verticalAlign: 'top',
    borderBottom: '1px solid var(--line-2)',
    overflowWrap: 'normal',
  },
  '& th': { fontWeight: 580, color: 'text.secondary', background: 'var(--surface-2)' },
  '& tr:last-child td': { borderBottom: 0 },
  '& summary': { cursor: 'pointer', fontWeight: 550, p: '4px 0' },
  '& details': { mb: 2 },
  '& img': { maxWidth: '100%' },
} as const;

/** Marks links that leave the help: they open a tab of their own. */
function markLinks(element: HTMLElement, place: HelpPlace): void {
  for (const link of element.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (placeOfLink(href, place)) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
}

function Drawn(props: { markdown: string; place: HelpPlace; below: number; onPlace: (place: HelpPlace) => void }) {
  const { t } = useTranslation();
  const { markdown, place, below, onPlace } = props;
  const host = useRef<HTMLDivElement>(null);
  const html = useMemo(() => helpHtml(markdown, { below, copy: t('helpText.copyCode') }), [markdown, below, t]);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    // Set here and not by React, which would draw over what buttons say meanwhile.
    element.innerHTML = html;
    markLinks(element, { id: place.id });
  }, [html, place.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with another text
  useEffect(() => {
    if (!place.anchor) return;
    const heading = host.current?.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(place.anchor)}"]`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [html, place]);

  async function copy(button: Element) {
    const code = button.parentElement?.querySelector('code')?.textContent ?? '';
    if (!(await copyText(code))) return notifyError(t('copy.failed'));
    button.textContent = t('helpText.copied');
    setTimeout(() => {
      button.textContent = t('helpText.copyCode');
    }, COPIED_DURATION);
  }

  function follow(event: MouseEvent<HTMLElement>) {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest('[data-copy]');
    if (button) return void copy(button);
    const link = event.target.closest('a[href]');
    const next = link && placeOfLink(link.getAttribute('href') ?? '', place);
    // With a key a link opens where the person wants it.
    if (!next || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onPlace(next);
  }

  return <Box ref={host} sx={STYLE} onClick={follow} />;
}

/** A text of the help, loaded when this is drawn. `onPlace` hears where links within the help lead. */
export function HelpText(props: { place: HelpPlace; below?: number; onPlace: (place: HelpPlace) => void }) {
  const { t } = useTranslation();
  const { place } = props;
  const text = useQuery(helpQuery(place.id, useLanguage()));
  return (
    <Loaded from={text} title={t('helpText.failed')} skeleton={6}>
      {(found) =>
        found ? (
          <Drawn markdown={found.markdown} place={place} below={props.below ?? 0} onPlace={props.onPlace} />
        ) : (
          <EmptyState icon="help" title={t('helpText.notFound')} text={t('helpText.notFoundText', { id: place.id })}>
            <HelpLink helpId="start/overview" label={t('help.allTopics')} isTopics />
          </EmptyState>
        )
      }
    </Loaded>
  );
}
