import './texts/texts.ts';
import { Box } from '@mui/material';
import type { Trace, TraceStep } from '@signalbox/contract/recorder';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { formatNumber } from '../i18n/format.ts';
import { GROUP_COLOURS, groupOf } from '../rule-chain/node-kinds.ts';
import { StepDetails } from './step-details.tsx';

/** How the message came to a step. */
function useWayIn() {
  const { t } = useTranslation();
  return ({ from, relation }: TraceStep): string => {
    if (from === null) return t('trace.startsHere');
    return relation === '' ? t('trace.made', { number: from + 1 }) : t('trace.along', { relation });
  };
}

/** The steps of a message in order; one of them is open. */
export function StepList(props: {
  trace: Trace;
  isDraft: boolean;
  open: number | undefined;
  onOpen: (step: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const wayIn = useWayIn();
  const { trace, open } = props;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (open !== undefined) list.current?.children[open]?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <Box component="ol" ref={list} aria-label={t('trace.way')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {trace.steps.map((step, index) => {
        const isOpen = index === open;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a trace never move
          <Box component="li" key={index} sx={{ borderBottom: '1px solid var(--line-2)' }}>
            <Box
              component="button"
              type="button"
              aria-expanded={isOpen}
              onClick={() => props.onOpen(isOpen ? undefined : index)}
              sx={{
                width: '100%',
                minHeight: 44,
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                p: '6px 4px',
                border: 0,
                background: isOpen ? 'var(--surface-2)' : 'transparent',
                color: 'inherit',
                font: 'inherit',
                textAlign: 'start',
                cursor: 'pointer',
                '&:hover': { background: 'var(--surface-2)' },
              }}
            >
              <Box component="span" className="num" sx={{ width: 24, textAlign: 'end', color: 'text.disabled' }}>
                {index + 1}
              </Box>
              <Box
                component="span"
                sx={{
                  width: 4,
                  alignSelf: 'stretch',
                  borderRadius: '2px',
                  background: GROUP_COLOURS[groupOf(step.nodeType)],
                }}
              />
              <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
                <Box
                  component="span"
                  dir="auto"
                  sx={{ display: 'block', fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' }}
                >
                  {step.nodeName}
                </Box>
                <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
                  {wayIn(step)}
                </Box>
              </Box>
              {step.failure !== null && (
                <Box component="span" title={step.failure} sx={{ color: 'var(--critical)' }}>
                  <Icon name="warning" size={16} />
                </Box>
              )}
              {step.continued !== null && (
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  <Icon name="clock" size={16} />
                </Box>
              )}
              <Box component="span" className="num" sx={{ fontSize: 12, color: 'text.disabled' }}>
                {t('trace.took', { formatted: formatNumber(step.micros) })}
              </Box>
              <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
            </Box>
            {isOpen && (
              <Box sx={{ px: 2 }}>
                <StepDetails trace={trace} step={step} isDraft={props.isDraft} />
              </Box>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
