import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../editors/code-editor.tsx';
import { type DataRow, settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { FieldNote, InsteadOfForm, type Note } from './field-note.tsx';
import { InputForm, SaveButtons } from './input-form.tsx';
import { draftOf, draftWords, enteredValue, type FieldSpec, problemOf } from './input-value.ts';
import { textSetting } from './read-settings.ts';
import { saveTo, type Target, targetProblem } from './save-target.ts';
import { useDrafts } from './use-drafts.ts';
import { useSave } from './use-save.ts';

/** An editor for an attribute or a value over time that is JSON. */
export function JsonForm(props: WidgetProps) {
  const { t } = useTranslation();
  const settings = settingsOf(props.widget);
  const [row] = props.data.rows;
  const target: Target =
    settings.widgetMode === 'TIME_SERIES'
      ? 'timeseries'
      : settings.attributeScope === 'SHARED_SCOPE'
        ? 'SHARED_SCOPE'
        : 'SERVER_SCOPE';
  if (!row) return <InsteadOfForm>{t('input.noKey')}</InsteadOfForm>;
  const problem = targetProblem(row, target, t);
  if (problem) return <InsteadOfForm>{problem}</InsteadOfForm>;
  return <Form key={row.entity.id} {...props} row={row} target={target} />;
}

function Form({ widget, row, target, height }: WidgetProps & { row: DataRow; target: Target }) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  const spec: FieldSpec = {
    id: `${row.entity.id} ${row.dataKey.name}`,
    kind: 'json',
    label: textSetting(settings.labelValue) || row.dataKey.label,
    showLabel: settings.showLabel !== false,
    isRequired: settings.attributeRequired !== false,
    messages: {},
  };
  const { id, label } = spec;
  const drafts = useDrafts(new Map([[id, draftOf('json', row.data[0]?.[1])]]));
  const { state, save, clear } = useSave();
  const draft = String(drafts.shown(id));
  const isDirty = drafts.isDirty(id);
  const problem = isDirty ? problemOf(spec, draft, t) : undefined;
  const changedTo = drafts.changedTo(id);
  const canSave = isDirty && !problem && state.kind !== 'saving';

  const submit = async () => {
    if (!canSave) return;
    const value = enteredValue(spec, draft);
    drafts.noteSent([id], true);
    if (await save(() => saveTo(row.entity, target, { [row.dataKey.name]: value }))) {
      drafts.noteSaved(new Map([[id, { draft, becomes: draftOf('json', value ?? undefined) }]]));
    } else drafts.noteSent([id], false);
  };
  const restore = () => {
    clear();
    drafts.restore([id]);
  };
  const note = (): Note | undefined => {
    if (problem) return { text: problem, tone: 'error' };
    if (state.kind === 'failed') return { text: state.text, tone: 'error' };
    if (changedTo !== undefined) {
      return { text: t('input.nowIs', { value: draftWords(spec, changedTo, t) }), tone: 'plain' };
    }
    if (state.kind === 'saved' && settings.showResultMessage !== false) return { text: t('input.saved'), tone: 'done' };
    return undefined;
  };
  const room = Math.max(40, height - 52 - (spec.showLabel ? 28 : 0));
  return (
    <InputForm onSave={() => void submit()} onRestore={restore} isDirty={isDirty}>
      <Box
        // Enter begins a line here; with Ctrl or Cmd it saves.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
        sx={{
          flex: 1,
          minHeight: 0,
          overflow: 'auto',
          p: '3px',
          ...(spec.showLabel ? {} : { '& label': { display: 'none' } }),
        }}
      >
        <CodeEditor
          label={label}
          language="json"
          value={draft}
          minHeight={room}
          maxHeight={room}
          onChange={(text) => {
            clear();
            drafts.edit(id, text);
          }}
        />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, maxHeight: 36, overflow: 'auto' }}>
          <FieldNote id={`json-${widget.id}`} note={note()} />
        </Box>
        <SaveButtons canSave={canSave} isDirty={isDirty} onRestore={restore} />
      </Box>
    </InputForm>
  );
}
