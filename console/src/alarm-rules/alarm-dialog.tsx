import './texts/texts.ts';
import { Box } from '@mui/material';
import {
  ALARM_RULE_ENTITY_FIELDS,
  ALARM_RULE_KEY_TYPES,
  type DeviceProfileAlarm,
} from '@signalbox/contract/alarm-rule';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getKeysInUse } from '../api/alarm-rules.ts';
import type { FilterOffer } from '../controls/key-filters/key-filter.ts';
import type { FormProblems } from '../entity-page/form.ts';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import { newAlarm } from './alarm-draft.ts';
import { AlarmEditor } from './alarm-editor.tsx';
import { checkAlarm } from './check-alarm.ts';
import { TryPanel } from './try-panel.tsx';

/** Edits the rules of an alarm type, and tries them beside. */
export function AlarmDialog(props: {
  /** Where it begins; absent: as a first one. */
  alarm: DeviceProfileAlarm | undefined;
  /** It is not stored yet. */
  isNew: boolean;
  /** The alarm types beside it. */
  taken: readonly string[];
  /** Where it stands in the body of the call that saves it. */
  path: string;
  /** Absent: of a profile that is not there yet. */
  deviceProfileId: string | undefined;
  /** Rejects with what is wrong; resolves to false when the person wants to go on editing. */
  save: (alarm: DeviceProfileAlarm) => Promise<boolean>;
  close: (saved?: DeviceProfileAlarm) => void;
}) {
  const { t } = useTranslation();
  const { deviceProfileId, isNew } = props;
  const [initial] = useState(() => props.alarm ?? newAlarm());
  const [alarm, setAlarm] = useState(initial);
  const fields = useMemo(
    () => checkAlarm(t, alarm, { taken: props.taken, path: props.path }),
    [t, alarm, props.taken, props.path],
  );
  const submission = useSubmission(fields);
  const offer = useMemo<FilterOffer>(
    () => ({
      keyTypes: ALARM_RULE_KEY_TYPES,
      entityFields: ALARM_RULE_ENTITY_FIELDS,
      sources: ['CURRENT_DEVICE', 'CURRENT_CUSTOMER', 'CURRENT_TENANT'],
      suggest: (type) => getKeysInUse(type, deviceProfileId),
      suggestKind: `keys of profile ${deviceProfileId ?? 'none'}`,
    }),
    [deviceProfileId],
  );
  const problemsOf = (all: typeof fields): FormProblems =>
    Object.fromEntries(all.flatMap(({ name, problem }) => (problem ? [[name, problem]] : [])));
  const change = (next: DeviceProfileAlarm) => {
    setAlarm(next);
    // What was said of a field that is fine now is taken back; nothing new is said while one types.
    const still = problemsOf(checkAlarm(t, next, { taken: props.taken, path: props.path }));
    for (const name of Object.keys(submission.problems)) {
      if (still[name] === undefined) submission.note(name);
    }
  };
  const submit = () =>
    submission.submit(
      () => problemsOf(fields),
      async () => {
        const saved = { ...alarm, alarmType: alarm.alarmType?.trim() ?? '' };
        if (await props.save(saved)) props.close(saved);
      },
    );
  const isWrong = fields.some(({ name, problem }) => problem !== undefined && name !== 'alarmType');
  return (
    <FormDialog
      title={isNew ? t('alarmRule.addTitle') : t('alarmRule.editTitle', { name: initial.alarmType ?? '' })}
      helpId="rules/alarm-rules"
      submitLabel={t(isNew ? 'action.add' : 'action.save')}
      dirty={JSON.stringify(alarm) !== JSON.stringify(initial)}
      submission={submission}
      fields={fields}
      maxWidth="lg"
      isLong
      onSubmit={submit}
      onClose={() => props.close()}
      contentSx={{ height: { sm: 'min(720px, 100vh - 200px)' } }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 6,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 340px)' },
        }}
      >
        <AlarmEditor
          alarm={alarm}
          isNew={props.alarm === undefined}
          offer={offer}
          problems={submission.problems}
          onChange={change}
        />
        <Box
          sx={{
            position: { md: 'sticky' },
            top: 0,
            alignSelf: 'start',
            minWidth: 0,
            borderInlineStart: { md: '1px solid var(--line)' },
            paddingInlineStart: { md: '24px' },
          }}
        >
          <TryPanel deviceProfileId={deviceProfileId} alarm={alarm} isWrong={isWrong} />
        </Box>
      </Box>
    </FormDialog>
  );
}
