import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
import { ruleChainRoutes } from '@signalbox/contract/rule-chain';
import type { ScriptKind } from '@signalbox/contract/rule-nodes/form-fields';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { parseExactJson } from '../api/exact-json.ts';
import { notifyError } from '../app/notices.ts';
import { errorText } from '../controls/error-text.ts';
import { SplitPanes } from '../controls/split-panes.tsx';
import { SuggestedInput } from '../controls/suggested-input.tsx';
import { CodeEditor } from '../editors/code-editor.tsx';
import { hasGaps } from './check-configuration.ts';
import { type ExampleMessage, SAMPLE_MESSAGE } from './example-message.ts';
import { PairsInput } from './fields/pairs-input.tsx';
import { argumentsOf, completeFrom, FUNCTION_NAMES } from './fields/script-input.tsx';
import { MessagePicker, type MessageSource } from './message-picker.tsx';
import { MESSAGE_TYPES } from './message-types.ts';

const sorted = (metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).sort(([one], [other]) => (one < other ? -1 : 1)));

/** JSON text with indents; other text as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(parseExactJson(text), null, 2);
  } catch {
    return text;
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** px; the pane around it scrolls. */
const MAX_CODE = 4000;

/** A part of the dialog that scrolls by itself. */
function Pane({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ flex: 1, minWidth: 0, overflow: 'auto', px: 5, py: 3 }}>
      <Box sx={{ display: 'grid', gap: 3 }}>{children}</Box>
    </Box>
  );
}

/**
 * Runs a script with a message, as often as somebody likes, before it is taken over.
 * @param example the last message that entered the node, if one is known
 * @param messages where others can be chosen from
 */
export function ScriptTestDialog(props: {
  kind: ScriptKind;
  script: string;
  example: ExampleMessage | undefined;
  messages: MessageSource;
  readOnly: boolean;
  onSave: (script: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const small = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const start = props.example ?? SAMPLE_MESSAGE;
  const [script, setScript] = useState(props.script);
  const [msgType, setMsgType] = useState(start.msgType);
  const [metadata, setMetadata] = useState<Readonly<Record<string, string>>>(() => sorted(start.metadata));
  const [msg, setMsg] = useState(() => JSON.stringify(start.msg, null, 2));
  const [isLast, setLast] = useState(props.example !== undefined);
  const show = (message: ExampleMessage) => {
    setLast(false);
    setMsgType(message.msgType);
    setMetadata(sorted(message.metadata));
    setMsg(JSON.stringify(message.msg, null, 2));
  };
  const run = useMutation({
    mutationFn: () =>
      call(
        ruleChainRoutes.testScript,
        { body: { script, scriptType: props.kind, argNames: [...argumentsOf(props.kind)], msg, metadata, msgType } },
        { ignoreErrors: true },
      ),
    onSuccess: ({ error: failure }) => {
      if (failure) notifyError(failure);
    },
    onError: (failure) => notifyError(errorText(failure)),
  });
  /** Somebody has tried to run it: what is missing is said from then on. */
  const [isTried, setTried] = useState(false);
  const [hasWholeLines, setWholeLines] = useState(true);
  const problem = parsed(msg) === undefined ? t('rules.test.notJson') : undefined;
  const typeProblem = msgType.trim() === '' ? t('common.required') : undefined;
  const isMetadataWrong = hasGaps(metadata) || !hasWholeLines;
  const isComplete = problem === undefined && typeProblem === undefined && !isMetadataWrong;
  const isChanged = script !== props.script;
  const error = run.error ? errorText(run.error) : run.data?.error;
  const result = useRef<HTMLDivElement>(null);
  const isRun = run.data !== undefined || error !== undefined;
  // On phones it is below all else.
  useEffect(() => {
    if (small && isRun && run.submittedAt > 0) result.current?.scrollIntoView({ block: 'nearest' });
  }, [small, isRun, run.submittedAt]);
  const origin = (
    <>
      {isLast && <Alert severity="info">{t('rules.test.real')}</Alert>}
      <MessagePicker source={props.messages} onChoose={show} />
    </>
  );
  const message = (
    <>
      <SuggestedInput
        label={t('rules.test.msgType')}
        kind="message types"
        value={msgType}
        onChange={setMsgType}
        load={() => Promise.resolve(MESSAGE_TYPES)}
        required
        error={typeProblem}
      />
      <CodeEditor
        label={t('rules.test.msg')}
        language="json"
        value={msg}
        error={problem}
        onChange={setMsg}
        minHeight={80}
        maxHeight={MAX_CODE}
      />
    </>
  );
  const pairs = (
    <PairsInput
      label={t('rules.test.metadata')}
      columns={[t('rules.test.key'), t('rules.test.value')]}
      value={metadata}
      error={isTried && isMetadataWrong ? t('rules.test.metadataNeeded') : undefined}
      onChange={setMetadata}
      onComplete={setWholeLines}
    />
  );
  const code = (
    <CodeEditor
      label={t('rules.test.script')}
      language="javascript"
      head={`function ${FUNCTION_NAMES[props.kind]}(${argumentsOf(props.kind).join(', ')}) {`}
      foot="}"
      value={script}
      readOnly={props.readOnly}
      complete={completeFrom({ msgType, msg: parsed(msg), metadata }, props.kind)}
      onChange={setScript}
      minHeight={160}
      maxHeight={MAX_CODE}
    />
  );
  // A toast has said the error; here it can be read for as long as it takes.
  const output = error ? (
    <Alert severity="error" sx={{ whiteSpace: 'pre-wrap', wordBreak: 'break-word' }}>
      {error}
    </Alert>
  ) : (
    <Box aria-live="polite">
      <CodeEditor
        label={t('rules.test.output')}
        language={props.kind === 'string' ? 'text' : 'json'}
        value={run.data ? pretty(run.data.output) : ''}
        readOnly
        minHeight={120}
        maxHeight={MAX_CODE}
        help={run.data ? undefined : t('rules.test.outputHelp')}
      />
    </Box>
  );
  return (
    <Dialog
      open
      fullWidth
      maxWidth="lg"
      fullScreen={small}
      onClose={props.onClose}
      aria-labelledby={titleId}
      // A toast has room below it.
      slotProps={{ paper: { sx: small ? {} : { height: 'calc(100% - 128px)', maxHeight: 1000 } } }}
    >
      <DialogTitle id={titleId}>{t('rules.test.title')}</DialogTitle>
      <DialogContent
        sx={
          small
            ? undefined
            : {
                display: 'flex',
                flexDirection: 'column',
                p: 0,
                borderBlock: '1px solid var(--line)',
                overflow: 'hidden',
              }
        }
      >
        {small ? (
          <Box sx={{ display: 'grid', gap: 4 }}>
            {origin}
            {message}
            {pairs}
            {code}
            <div ref={result}>{output}</div>
          </Box>
        ) : (
          <>
            {/* Over the panes, so that the message itself begins where they do. */}
            <Box sx={{ display: 'grid', gap: 3, px: 5, py: 3, flex: 'none', borderBottom: '1px solid var(--line)' }}>
              {origin}
            </Box>
            <SplitPanes name="script-test-rows" label={t('rules.test.border.rows')} orientation="vertical" first={42}>
              <SplitPanes name="script-test-top" label={t('rules.test.border.top')} orientation="horizontal" first={50}>
                <Pane>{message}</Pane>
                <Pane>{pairs}</Pane>
              </SplitPanes>
              <SplitPanes
                name="script-test-bottom"
                label={t('rules.test.border.bottom')}
                orientation="horizontal"
                first={50}
              >
                <Pane>{code}</Pane>
                <Pane>{output}</Pane>
              </SplitPanes>
            </SplitPanes>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button
          variant="outlined"
          loading={run.isPending}
          sx={{ marginInlineEnd: 'auto' }}
          onClick={() => {
            setTried(true);
            if (isComplete) run.mutate();
          }}
        >
          {t('rules.test.run')}
        </Button>
        <Button onClick={props.onClose}>{t('action.cancel')}</Button>
        {!props.readOnly && (
          <Tooltip title={isChanged ? '' : t('rules.test.unchanged')}>
            <span>
              <Button
                variant="contained"
                color="primary"
                disabled={!isChanged || run.isPending}
                onClick={() => props.onSave(script)}
              >
                {t('rules.test.take')}
              </Button>
            </span>
          </Tooltip>
        )}
      </DialogActions>
    </Dialog>
  );
}
