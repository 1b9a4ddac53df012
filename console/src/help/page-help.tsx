import './texts/texts.ts';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { type Action, useActions } from '../app/actions.ts';
import type { PageHandle } from '../app/page-handle.ts';
import { HelpButton } from './help-button.tsx';

/** The text about the page that is open, which its manifest names, and what the page is called. */
function usePageHelp(): { helpId: string; name: string } | undefined {
  const { t } = useTranslation();
  const handle = useMatches().findLast((match) => (match.handle as PageHandle | undefined)?.help)?.handle as
    | PageHandle
    | undefined;
  if (!handle?.help) return undefined;
  return { helpId: handle.help, name: handle.title ? t(handle.title) : '' };
}

/** The key that opens it as well. */
function useHelpKey(name: string, open: () => void) {
  const { t } = useTranslation();
  const latest = useRef(open);
  latest.current = open;
  useActions(
    useMemo<Action[]>(
      () => [
        {
          id: 'page-help',
          label: t('help.about', { name }),
          group: t('help.help'),
          icon: 'help',
          keys: 'F1',
          inFields: true,
          run: () => latest.current(),
        },
      ],
      [t, name],
    ),
  );
}

function KeyedHelpButton(props: { helpId: string; name: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useHelpKey(props.name, () => button.current?.click());
  return <HelpButton key={props.helpId} {...props} ref={button} />;
}

/** Opens the text about the page, above it; also by F1. */
export function PageHelpButton() {
  const help = usePageHelp();
  return help ? <KeyedHelpButton {...help} /> : null;
}

/** Opens what the text about the page says about one of the things that it lists. */
export function DetailsHelpButton() {
  const help = usePageHelp();
  return help ? <HelpButton helpId={`${help.helpId}#details`} name={help.name} /> : null;
}
