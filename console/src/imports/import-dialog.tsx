import './texts/texts.ts';
import {
  Alert,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  FormControlLabel,
  MenuItem,
  useMediaQuery,
} from '@mui/material';
import type { ImportedType } from '@signalbox/contract/bulk-import';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveQuestion } from '../app/leave-guard.ts';
import { errorText } from '../controls/error-text.ts';
import { FileDrop } from '../controls/file-drop.tsx';
import { Icon } from '../controls/icon.tsx';
import { saveFile } from '../controls/save-file.ts';
import { SelectInput } from '../controls/select-input.tsx';
import { DialogHeading } from '../help/dialog-heading.tsx';
import { formatNumber } from '../i18n/format.ts';
import { ColumnsStep } from './columns-step.tsx';
import { DELIMITERS, guessDelimiter } from './delimiters.ts';
import { type ColumnChoice, columnProblems, guessColumns, toColumns } from './import-columns.ts';
import { FileError, type ImportFile, openImportFile } from './import-file.ts';
import type { FileFacts } from './import-messages.ts';
import { ImportBar, ImportChanges, ImportCounts, ImportFailures } from './import-report.tsx';
import type { ImportPlan } from './run-import.ts';
import { useImportRun } from './use-import-run.ts';

const STEPS = ['file', 'options', 'columns', 'check', 'run', 'done'] as const;
type Step = (typeof STEPS)[number];
type Facts = Exclude<FileFacts, { problem: string }>;

/** Leads from a CSV file to what is made of it: options, columns, what would change, and the import itself. */
export function ImportDialog(props: {
  type: ImportedType;
  title: string;
  /** @param hasChanged something was imported, or may have been */
  close: (hasChanged?: boolean) => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [step, setStep] = useState<Step>('file');
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  const [isScanning, setScanning] = useState(false);
  const [delimiter, setDelimiter] = useState<string>(',');
  const [hasHeader, setHasHeader] = useState(true);
  const [update, setUpdate] = useState(true);
  const [facts, setFacts] = useState<Facts>();
  const [choices, setChoices] = useState<ColumnChoice[]>([]);
  const [hasTried, setTried] = useState(false);
  const source = useRef<ImportFile>(undefined);
  useEffect(() => () => source.current?.close(), []);
  const check = useImportRun(true);
  const run = useImportRun(false);
  const heading = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // Each step is read out from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the step is another one
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [step]);

  useLeaveQuestion(
    useMemo(
      () =>
        run.isRunning
          ? {
              title: t('import.leaveTitle'),
              content: t('import.leaveText'),
              confirmLabel: t('import.leave'),
              cancelLabel: t('unsaved.stay'),
              destructive: true,
            }
          : undefined,
      [run.isRunning, t],
    ),
  );

  const problems = columnProblems(choices);
  const errorTitle = t('import.errorTitle');

  async function choose(chosen: File) {
    setFile(chosen);
    setError(undefined);
    setFacts(undefined);
    // The beginning says most likely what is between the cells.
    const beginning = await chosen
      .slice(0, 4096)
      .text()
      .catch(() => '');
    setDelimiter(guessDelimiter(beginning));
  }

  async function scan(chosen: File) {
    setScanning(true);
    setError(undefined);
    source.current?.close();
    const opened = openImportFile(chosen);
    source.current = opened;
    try {
      const found = await opened.scan(delimiter, hasHeader);
      if ('problem' in found) {
        setError(
          found.problem === 'uneven'
            ? t('import.uneven', { line: formatNumber(found.line), count: found.found, expected: found.expected })
            : t(`import.${found.problem}`),
        );
        return;
      }
      setFacts(found);
      setChoices(guessColumns(props.type, found.header, found.columns, errorTitle));
      setTried(false);
      setStep('columns');
    } catch (failure) {
      if (source.current === opened) setError(fileProblem(failure));
    } finally {
      setScanning(false);
    }
  }

  function fileProblem(failure: unknown): string {
    if (failure instanceof FileError && failure.line !== undefined) {
      return t('import.unreadableLine', { line: formatNumber(failure.line), reason: failure.message });
    }
    return failure instanceof FileError ? t('import.unreadable') : errorText(failure);
  }

  const planOf = (opened: ImportFile): ImportPlan => ({
    type: props.type,
    file: opened,
    delimiter,
    hasHeader,
    update,
    columns: toColumns(choices),
    errorTitle,
  });

  function next() {
    if (step === 'file') {
      if (!file) setError(t('import.fileNeeded'));
      else setStep('options');
    } else if (step === 'options' && file) void scan(file);
    else if (step === 'columns') {
      setTried(true);
      if (problems.missing.length > 0 || problems.keys.size > 0 || !source.current) return;
      setStep('check');
      void check.start(planOf(source.current));
    } else if (step === 'check' && file) {
      check.drop();
      // A worker of its own: the one of the check may still be reading.
      source.current?.close();
      source.current = openImportFile(file);
      setStep('run');
      void run.start(planOf(source.current)).then(() => undefined);
    }
  }

  useEffect(() => {
    if (step === 'run' && run.isDone) setStep('done');
  }, [step, run.isDone]);

  function back() {
    setError(undefined);
    if (step === 'options') setStep('file');
    else if (step === 'columns') setStep('options');
    else if (step === 'check') {
      check.drop();
      setStep('columns');
    }
  }

  const hasStarted = step === 'run' || step === 'done';
  const lines = facts?.lines ?? 0;
  const shownStep = Math.min(STEPS.indexOf(step), 4) + 1;

  return (
    <Dialog
      open
      fullWidth
      fullScreen={phone}
      maxWidth="md"
      aria-labelledby={titleId}
      onClose={(_event, reason) => {
        if (reason === 'backdropClick' || run.isRunning) return;
        props.close(hasStarted);
      }}
    >
      <DialogHeading id={titleId} title={props.title} helpId="guides/csv-import" />
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start', minHeight: 360 }}>
        <Box ref={heading} tabIndex={-1} sx={{ outline: 'none', color: 'text.secondary', fontSize: 13 }}>
          {t('import.step', { step: shownStep, of: 5 })}
          {' · '}
          <b>{t(`import.steps.${step}`)}</b>
        </Box>
        {step === 'file' && (
          <>
            <Box sx={{ color: 'text.secondary' }}>{t('import.text')}</Box>
            <FileDrop
              label={t('import.choose')}
              accept=".csv,.txt,text/csv,text/plain"
              hint={file?.name ?? t('import.drop')}
              onFile={(chosen) => void choose(chosen)}
            />
          </>
        )}
        {step === 'options' && (
          <>
            <SelectInput label={t('import.delimiter')} value={delimiter} onChange={setDelimiter} sx={{ maxWidth: 280 }}>
              {DELIMITERS.map(({ value, name }) => (
                <MenuItem key={value} value={value}>
                  {t(`import.delimiters.${name}`)}
                </MenuItem>
              ))}
            </SelectInput>
            <Box sx={{ display: 'grid' }}>
              <FormControlLabel
                control={<Checkbox checked={hasHeader} onChange={(_e, on) => setHasHeader(on)} />}
                label={t('import.hasHeader')}
              />
              <FormControlLabel
                control={<Checkbox checked={update} onChange={(_e, on) => setUpdate(on)} />}
                label={t('import.update')}
              />
              <Box sx={{ color: 'text.secondary', fontSize: 13, paddingInlineStart: '34px' }}>
                {t(update ? 'import.updateOn' : 'import.updateOff')}
              </Box>
            </Box>
          </>
        )}
        {step === 'columns' && facts && (
          <>
            <Box className="num" sx={{ color: 'text.secondary' }}>
              {t('import.found', { count: lines, formatted: formatNumber(lines) })}
            </Box>
            {facts.encoding === 'windows-1252' && <Alert severity="info">{t('import.notUtf8')}</Alert>}
            <ColumnsStep
              type={props.type}
              titles={facts.header}
              samples={facts.samples}
              choices={choices}
              badKeys={hasTried ? problems.keys : NONE}
              onChange={setChoices}
            />
            {hasTried && problems.missing.length > 0 && (
              <Problem>
                {t('import.missing', { types: problems.missing.map((type) => t(`import.type.${type}`)).join(', ') })}
              </Problem>
            )}
          </>
        )}
        {step === 'check' && (
          <>
            <Box sx={{ color: 'text.secondary' }}>{t('import.checkText')}</Box>
            <ImportBar
              label={t('import.steps.check')}
              progress={check.progress}
              lines={lines}
              startedAt={check.startedAt}
            />
            <ImportCounts progress={check.progress} isDryRun />
            <ImportFailures progress={check.progress} />
            <ImportChanges progress={check.progress} />
            {check.error && <Problem>{fileProblem(check.error)}</Problem>}
          </>
        )}
        {hasStarted && (
          <>
            <ImportBar label={t('import.steps.run')} progress={run.progress} lines={lines} startedAt={run.startedAt} />
            <ImportCounts progress={run.progress} isDryRun={false} />
            {run.error && <Problem>{t('import.stopped', { reason: fileProblem(run.error) })}</Problem>}
            {!run.isRunning && !run.isDone && !run.error && step === 'run' && <Box>{t('import.cancelled')}</Box>}
            <ImportFailures progress={run.progress} />
            {!run.isRunning && run.progress.errors > 0 && (
              <Box>
                <Button
                  startIcon={<Icon name="download" size={16} />}
                  onClick={() =>
                    void source.current
                      ?.failures()
                      .then((content) =>
                        saveFile(`${file?.name.replace(/\.\w+$/, '') ?? 'import'}-errors.csv`, content),
                      )
                  }
                >
                  {t('import.download')}
                </Button>
                <Box sx={{ color: 'text.secondary', fontSize: 13, mt: 1 }}>{t('import.downloadText')}</Box>
              </Box>
            )}
          </>
        )}
        {error && <Problem>{error}</Problem>}
      </DialogContent>
      <DialogActions>
        {!hasStarted && step !== 'file' && <Button onClick={back}>{t('import.back')}</Button>}
        <Box sx={{ flex: 1 }} />
        {!hasStarted && <Button onClick={() => props.close(false)}>{t('action.cancel')}</Button>}
        {!hasStarted && (
          <Button variant="contained" color="primary" loading={isScanning} onClick={next}>
            {t(step === 'check' ? 'import.run' : 'import.continue')}
          </Button>
        )}
        {run.isRunning && <Button onClick={run.cancel}>{t('action.cancel')}</Button>}
        {step === 'run' && !run.isRunning && !run.isDone && (
          <>
            <Button onClick={() => props.close(true)}>{t('action.close')}</Button>
            <Button variant="contained" color="primary" onClick={() => void run.resume()}>
              {t('import.continue')}
            </Button>
          </>
        )}
        {step === 'done' && (
          <Button variant="contained" color="primary" autoFocus onClick={() => props.close(true)}>
            {t('import.ok')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const NONE: ReadonlySet<number> = new Set();

function Problem({ children }: { children: string }) {
  return (
    <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  );
}
