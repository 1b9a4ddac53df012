import './texts/texts.ts';
import { Alert, Box, Button, IconButton, Tooltip } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../controls/error-text.ts';
import { Icon } from '../../controls/icon.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { configurationFiles, zipped } from './archive.ts';
import { decodedObject } from './base64-json.ts';
import { gatewayProblems } from './check-gateway.ts';
import { ConnectorsSection } from './connectors-section.tsx';
import type { SectionProps } from './form-parts.tsx';
import { ConnectionSection, LoggingSection, StorageSection } from './general-sections.tsx';
import { useGateway } from './use-gateway.ts';

/** Width from which buttons have words, px. */
const WIDE = 420;

interface Outcome {
  text: string;
  isError: boolean;
}

/** The configuration of one gateway. `key` it by the gateway. */
export function GatewayForm(props: {
  gatewayId: string;
  readOnly: boolean;
  /** px */
  width: number;
  /** Of the downloaded file, without its ending. */
  archiveName: string;
  /** What is said when it is saved; empty: the usual words. */
  savedText: string;
}) {
  const { t } = useTranslation();
  const { readOnly } = props;
  const gateway = useGateway({ entityType: 'DEVICE', id: props.gatewayId });
  const { draft, isDirty } = gateway;
  const form = useRef<HTMLFormElement>(null);
  /** How often somebody tried to save or to download what has mistakes: these are shown from then on. */
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const problems = draft ? gatewayProblems(draft) : [];
  const [first] = problems;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt leads to the first mistake
  useEffect(() => {
    if (tries === 0 || !first) return;
    const field = [...(form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find(
      ({ dataset }) => dataset.field === first.field,
    );
    // With its label, which focus alone leaves above the edge.
    field?.scrollIntoView({ block: 'nearest' });
    const input = field?.querySelector<HTMLElement>('input, [role="combobox"], [contenteditable="true"]');
    input?.focus({ preventScroll: true });
  }, [tries]);

  if (gateway.error && !draft) return <Instead text={errorText(gateway.error)} isError />;
  if (!draft) return <Instead text={t('gatewayForm.reading')} />;

  const wordsOf = (problem: (typeof problems)[number]) => t(problem.text, { ...problem.values });
  const section: SectionProps = {
    draft,
    readOnly,
    problemOf(field) {
      const problem = tries > 0 ? problems.find((one) => one.field === field) : undefined;
      return problem && wordsOf(problem);
    },
    onEdit(edit) {
      setOutcome(undefined);
      gateway.edit(edit);
    },
  };
  /** Does something with a form without mistakes. */
  const run = async (work: () => Promise<unknown>, done: string | undefined) => {
    if (isBusy) return;
    if (first) {
      setTries(tries + 1);
      return;
    }
    setBusy(true);
    setOutcome(undefined);
    try {
      await work();
      setTries(0);
      if (done !== undefined) setOutcome({ text: done, isError: false });
    } catch (error) {
      setOutcome({ text: errorText(error), isError: true });
    } finally {
      setBusy(false);
    }
  };
  const save = () => run(gateway.save, props.savedText || t('gatewayForm.saved'));
  const download = () =>
    run(async () => {
      const known = decodedObject(gateway.stored)?.thingsboard;
      saveFile(`${props.archiveName}.zip`, await zipped(configurationFiles(draft, known)));
    }, undefined);
  const note = (): Outcome | undefined => {
    if (tries > 0 && first) return { text: wordsOf(first), isError: true };
    if (outcome) return outcome;
    if (gateway.error) return { text: errorText(gateway.error), isError: true };
    if (gateway.hasChanged) return { text: t('gatewayForm.hasChanged'), isError: false };
    return gateway.isWaiting && !isDirty ? { text: t('gatewayForm.waiting'), isError: false } : undefined;
  };
  const said = note();
  return (
    <Box
      component="form"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!readOnly) void save();
      }}
      sx={{ flex: 1, minHeight: 180, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: '3px' }}>
        {gateway.elsewhere && (
          <Alert severity="info" sx={{ mb: 3 }}>
            {t(gateway.elsewhere.version ? 'gatewayForm.elsewhereOf' : 'gatewayForm.elsewhere', gateway.elsewhere)}
          </Alert>
        )}
        <ConnectionSection {...section} token={gateway.token} />
        <LoggingSection {...section} />
        <StorageSection {...section} />
        <ConnectorsSection {...section} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 2, pt: 2 }}>
        <Box
          role={said?.isError ? 'alert' : 'status'}
          sx={{
            flex: said ? '1 1 140px' : '1 1 0',
            fontSize: 13,
            overflowWrap: 'anywhere',
            color: said?.isError ? 'var(--critical)' : 'text.secondary',
          }}
        >
          {said?.text}
        </Box>
        {props.width < WIDE ? (
          <Tooltip title={t('gatewayForm.download')}>
            <IconButton aria-label={t('gatewayForm.download')} onClick={() => void download()}>
              <Icon name="download" />
            </IconButton>
          </Tooltip>
        ) : (
          <Button startIcon={<Icon name="download" size={16} />} onClick={() => void download()}>
            {t('gatewayForm.download')}
          </Button>
        )}
        {!readOnly && isDirty && (
          <Button
            onClick={() => {
              setTries(0);
              setOutcome(undefined);
              gateway.restore();
            }}
          >
            {t('gatewayForm.restore')}
          </Button>
        )}
        {!readOnly && (
          <Button type="submit" variant="contained" color="primary">
            {t('gatewayForm.save')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function Instead({ text, isError = false }: { text: string; isError?: boolean }) {
  return (
    <Box role={isError ? 'alert' : 'status'} sx={{ m: 'auto', fontSize: 13, color: 'text.secondary' }}>
      {text}
    </Box>
  );
}
