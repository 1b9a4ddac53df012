import { Observable } from 'rxjs';
import { DIALOG_CLASS } from '../page-dialogs.ts';
import type { ComponentParts } from '../template/component.ts';
import { drawComponent } from '../template/component.ts';
import { formBuilder, validators } from '../template/forms.ts';

/** What a script's dialog is made with. */
type DialogParts = Omit<ComponentParts, 'component'> & {
  /** Told when the first dialog opens, and when the last one has ended. */
  shown: (isOpen: boolean) => void;
  /** Told when another dialog may be the topmost one. */
  topChanged: () => void;
  /** Called with how to draw again whenever something may have changed; returns how to stop that. */
  drawn: (update: () => void) => () => void;
};

/** `ctx.customDialog`: a template in a dialog, controlled by a function of the script. */
export function createCustomDialog(parts: DialogParts) {
  let open = 0;
  return {
    customDialog(html: string, controller?: unknown, data?: Record<string, unknown>): Observable<unknown> {
      return new Observable((observer) => {
        const dialog = document.createElement('dialog');
        dialog.className = DIALOG_CLASS;
        let end = () => {};
        const close = (result?: unknown) => {
          end();
          observer.next(result);
          observer.complete();
        };
        const instance: Record<string, unknown> = {
          dialogRef: { close },
          fb: formBuilder,
          validators,
          data: { ...data, controller },
          isLoading$: null,
        };
        instance.cancel = () => close();
        if (typeof controller === 'function') controller(instance);
        const view = drawComponent(html, dialog, { ...parts, component: instance });
        view.update();
        const stop = parts.drawn(view.update);
        end = () => {
          end = () => {};
          stop();
          view.remove();
          dialog.remove();
          parts.topChanged();
          if (--open === 0) parts.shown(false);
        };
        dialog.addEventListener('cancel', () => close());
        document.body.append(dialog);
        if (++open === 1) parts.shown(true);
        dialog.showModal();
        parts.topChanged();
        return () => end();
      });
    },
  };
}
