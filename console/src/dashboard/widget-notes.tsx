import { Box, Button } from '@mui/material';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../controls/ago.tsx';
import { Icon, type IconName } from '../controls/icon.tsx';
import { withNamedTexts } from '../i18n/named-texts.ts';
import type { WidgetFailure } from '../widgets/model.ts';
import type { Refused, WidgetState } from './widget-state.ts';

/** A short text in place of a drawing: what there is to know, and the next step. */
export function Note(props: {
  icon: IconName;
  title: string;
  text?: ReactNode;
  alert?: boolean;
  children?: ReactNode;
}) {
  return (
    <Box
      data-note
      role={props.alert ? 'alert' : undefined}
      sx={{
        m: 'auto',
        p: 2,
        maxWidth: 340,
        maxHeight: '100%',
        textAlign: 'center',
        color: 'text.secondary',
        // Its colours are for this ground, whatever that of the widget is.
        background: 'var(--surface)',
        borderRadius: '6px',
        fontSize: 13,
        overflow: 'auto',
        // The next step stands beside the words, which are moved alone.
        '[data-low] &': { display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 0, textAlign: 'start' },
      }}
    >
      {/* Where there is little room it is for the words and the next step. */}
      <Box
        sx={{ color: props.alert ? 'var(--critical)' : 'text.disabled', mb: 1, '[data-low] &': { display: 'none' } }}
      >
        <Icon name={props.icon} size={22} />
      </Box>
      <Box sx={{ '[data-low] &': { maxHeight: '100%', minWidth: 0, overflow: 'auto' } }}>
        <Box sx={{ fontWeight: 560, color: 'text.primary' }}>{props.title}</Box>
        {props.text && <Box sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>{props.text}</Box>}
      </Box>
      {props.children && <Box sx={{ mt: 2, '[data-low] &': { mt: 0, flex: 'none' } }}>{props.children}</Box>}
    </Box>
  );
}

const FAILURES: Readonly<Record<WidgetFailure['kind'], { title: string; icon: IconName }>> = {
  server: { title: 'widget.failure.server', icon: 'error' },
  query: { title: 'widget.failure.query', icon: 'error' },
  forbidden: { title: 'widget.failure.forbidden', icon: 'visibilityOff' },
  function: { title: 'widget.failure.function', icon: 'error' },
};

/** What stands in place of a widget that cannot be drawn. */
export function StateNote(props: {
  state: Exclude<WidgetState, { kind: 'loading' | 'drawn' }>;
  /** The dashboard's own message for when there is nothing to show. */
  ownText: string | null | undefined;
  /** Asks for everything again. */
  onRetry: () => void;
  /** Shows the time of the newest value; undefined where the time may not be changed. */
  onNewest: ((time: number) => void) | undefined;
}) {
  const { t } = useTranslation();
  const { state, onRetry, onNewest } = props;
  const ownText = withNamedTexts(props.ownText ?? '');
  if (state.kind === 'offline') {
    return <Note icon="info" title={t('widget.offline')} text={t('widget.offlineText')} />;
  }
  if (state.kind === 'noEntity') {
    return (
      <Note
        icon="info"
        title={ownText || t(state.canLookAgain ? 'widget.noEntities' : 'widget.noEntity')}
        text={t(state.text.key, state.text.values ?? {})}
      >
        {state.canLookAgain && (
          <Button size="small" onClick={onRetry}>
            {t('widget.lookAgain')}
          </Button>
        )}
      </Note>
    );
  }
  if (state.kind === 'noValues') {
    const { newest } = state;
    if (newest === 0) {
      return (
        <Note icon="chart" title={ownText || t('widget.noValues')} text={t('widget.neverAny', { keys: state.keys })} />
      );
    }
    return (
      <Note
        icon="chart"
        title={ownText || t('widget.noDataInTime')}
        text={
          <>
            {t('widget.newest')} <Ago ts={newest} />
          </>
        }
      >
        {onNewest && (
          <Button size="small" onClick={() => onNewest(newest)}>
            {t('widget.showNewest')}
          </Button>
        )}
      </Note>
    );
  }
  if (state.kind === 'noNumbers') {
    const { keys, example } = state;
    return <Note icon="chart" title={t('widget.noNumbers')} text={t('widget.onlyTexts', { keys, example })} />;
  }
  if (state.kind === 'forbidden') {
    return (
      <Note
        icon="visibilityOff"
        title={t('widget.failure.forbidden')}
        text={t('widget.refused', { values: refusedValues(t, state.refused) })}
      >
        <Button size="small" onClick={onRetry}>
          {t('widget.lookAgain')}
        </Button>
      </Note>
    );
  }
  const { kind, message } = state.failure;
  return (
    <Note
      icon={FAILURES[kind].icon}
      alert={kind !== 'forbidden'}
      title={t(FAILURES[kind].title)}
      text={kind === 'server' ? t('widget.failure.recovering') : message}
    >
      <Button size="small" onClick={onRetry}>
        {t('widget.retryNow')}
      </Button>
    </Note>
  );
}

function refusedValues(t: TFunction, { keys, entity }: Refused): string {
  return entity ? t('widget.keysOf', { keys, entity }) : keys;
}

/** px */
export const STRIP_HEIGHT = 28;

/** Over the foot of a widget that does not show everything, or not as it is now. */
export function FootStrip({ failure, refused }: { failure: WidgetFailure | undefined; refused: Refused | undefined }) {
  const { t } = useTranslation();
  const refusal = refused ? t('widget.partRefused', { values: refusedValues(t, refused) }) : '';
  return (
    <Box
      role="status"
      title={failure?.message ?? refusal}
      sx={{
        position: 'absolute',
        insetInline: 0,
        bottom: 0,
        zIndex: 1,
        height: STRIP_HEIGHT,
        px: 3,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        fontSize: 12,
        // A refusal is nothing to be alarmed about.
        ...(failure
          ? { color: 'var(--critical)', background: 'var(--critical-soft)' }
          : { color: 'text.secondary', background: 'var(--surface-2)', borderTop: '1px solid var(--line-2)' }),
      }}
    >
      <Icon name={failure ? 'warning' : 'visibilityOff'} size={14} />
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {failure ? t(failure.kind === 'server' ? 'widget.outdated' : 'widget.incomplete') : refusal}
      </Box>
    </Box>
  );
}

/** A part of the console could not be fetched. */
export function FailedToLoad({ message, onRetry }: { message: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Note icon="error" alert title={t('widget.loadFailed')} text={message}>
      <Button size="small" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </Note>
  );
}
