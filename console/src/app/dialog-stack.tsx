import { Suspense, useEffect } from 'react';
import { lazyPart } from '../controls/lazy-part.tsx';
import { closeDialog, finishDialog, type OpenDialog, useDialogs } from './dialogs.ts';

const QuestionDialog = lazyPart(async () => (await import('./question-dialog.tsx')).QuestionDialog);

function DialogPlace({ dialog }: { dialog: OpenDialog }) {
  const { id } = dialog;
  useEffect(() => () => finishDialog(id), [id]);
  return (
    <Suspense>
      {'question' in dialog ? (
        <QuestionDialog question={dialog.question} close={(confirmed) => closeDialog(id, confirmed)} />
      ) : (
        dialog.render((result) => closeDialog(id, result))
      )}
    </Suspense>
  );
}

/** All dialogs that are open. */
export function DialogStack() {
  const dialogs = useDialogs();
  return dialogs.map((dialog) => <DialogPlace key={dialog.id} dialog={dialog} />);
}
