import './texts/texts.ts';
import { Button, Dialog, DialogActions, DialogContent, type SxProps, type Theme, useMediaQuery } from '@mui/material';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { DialogHeading } from '../help/dialog-heading.tsx';
import type { NamedField } from './form.ts';
import { FormProblemList } from './form-problem-list.tsx';
import { askToLeave, useUnsavedGuard } from './unsaved-guard.ts';
import type { Submission } from './use-submission.ts';

/** Ctrl+S in a dialog. */
function useSaveKey(label: string, save: () => void) {
  const { t } = useTranslation();
  const latest = useRef(save);
  latest.current = save;
  useActions(
    useMemo<Action[]>(
      () => [
        {
          id: 'save-dialog',
          label,
          group: t('keys.details'),
          keys: 'Ctrl+S',
          inDialogs: true,
          run: () => latest.current(),
        },
      ],
      [t, label],
    ),
  );
}

/**
 * A form in a dialog: asks before unsaved changes are left, by any way out, and lists what is wrong beside its buttons.
 * What the dialog does after saving is its owner's: it closes by being taken off the page.
 */
export function FormDialog(props: {
  title: string;
  /** Of the text that explains it. */
  helpId?: string;
  submitLabel: string;
  /** Something was typed or chosen that is not saved. */
  dirty: boolean;
  onSubmit: () => unknown;
  onClose: () => void;
  /** Absent: the form has nothing that could be wrong. */
  submission?: Pick<Submission, 'element' | 'problems' | 'refused' | 'failure' | 'busy'>;
  /** With `submission`: all fields, in order. */
  fields?: readonly NamedField[];
  maxWidth?: 'xs' | 'sm' | 'md' | 'lg';
  /** Takes the whole screen of a phone. */
  isLong?: boolean;
  contentSx?: SxProps<Theme> | null;
  /** Brings a field into view that may not be on the page yet. */
  goTo?: (name: string) => void;
  /** Before the button that sends it. */
  moreButtons?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { submission } = props;
  useUnsavedGuard(props.dirty);
  useSaveKey(props.submitLabel, () => void props.onSubmit());

  const cancel = async () => {
    if (!props.dirty || (await askToLeave(t))) props.onClose();
  };
  return (
    <Dialog
      open
      onClose={() => void cancel()}
      maxWidth={props.maxWidth ?? 'xs'}
      fullWidth
      fullScreen={phone && props.isLong === true}
      aria-labelledby={titleId}
    >
      <form
        ref={submission?.element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void props.onSubmit();
        }}
        style={{ display: 'contents' }}
      >
        <DialogHeading id={titleId} title={props.title} helpId={props.helpId} />
        <DialogContent
          // On the whole screen of a phone the fields stay together.
          sx={[{ alignContent: 'start' }, ...[props.contentSx ?? null].flat()]}
        >
          {props.children}
        </DialogContent>
        {submission && props.fields && (
          <FormProblemList fields={props.fields} form={submission} goTo={props.goTo} sx={{ px: 6, pt: 3 }} />
        )}
        <DialogActions sx={{ flexWrap: 'wrap', rowGap: 2 }}>
          <Button onClick={() => void cancel()}>{t('action.cancel')}</Button>
          {props.moreButtons}
          <Button type="submit" variant="contained" color="primary" loading={submission?.busy ?? false}>
            {props.submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
