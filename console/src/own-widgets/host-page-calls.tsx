import i18next from 'i18next';
import { ask, openDialog } from '../app/dialogs.ts';
import { dismissNotice, type NoticeType, notify } from '../app/notices.ts';
import { fileNameOf, saveFile } from '../controls/save-file.ts';
import { type Calls, number, plainText, text } from './given.ts';
import { turnsOf } from './page-turns.ts';

const NOTICES: readonly NoticeType[] = ['info', 'warn', 'success', 'error'];

const FILES: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  txt: 'text/plain;charset=utf-8',
};
/** Programs that read tables know by it how the letters of a file are written. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Toasts of widgets that may still be there; the page shows four at most. */
let shown: number[] = [];

/** What a widget can have the page say, ask or save. @param parts.signal ends with the widget */
export function pageCalls(parts: {
  broadcast: (name: string, args: readonly unknown[]) => void;
  signal: AbortSignal;
}): Calls {
  const { broadcast } = parts;
  const turns = turnsOf(parts.signal);
  return {
    toast(type, message, duration) {
      turns.toast();
      const kind = NOTICES.find((one) => one === type) ?? 'info';
      const id = notify({
        type: kind,
        message: plainText(message),
        duration: number(duration) ?? (kind === 'error' ? 10_000 : 4_000),
      });
      if (id !== undefined) shown = [...shown, id].slice(-4);
    },
    hideToasts() {
      for (const id of shown.splice(0)) dismissNotice(id);
    },
    forbidden: () => notify({ type: 'error', message: i18next.t('access.forbidden'), duration: 5_000 }),
    ask: (title, message, cancel, ok) =>
      turns.dialog(() =>
        ask({
          title: plainText(title),
          content: plainText(message),
          confirmLabel: plainText(ok) || i18next.t(cancel === null ? 'action.close' : 'common.yes'),
          ...(cancel === null ? {} : { cancelLabel: plainText(cancel) || i18next.t('action.cancel') }),
        }),
      ),
    pickIcon: (icon) =>
      turns.dialog(async () => {
        const { IconDialog } = await import('./icon-dialog.tsx');
        const chosen = await openDialog<string>((close) => <IconDialog value={text(icon, 100)} close={close} />);
        return chosen ?? text(icon, 100);
      }),
    async mdiIcon(name) {
      const { mdiPath } = await import('../controls/mdi-icons.ts');
      return mdiPath(text(name, 60));
    },
    saveFile(kind, name, content) {
      const ending = text(kind, 10);
      const type = FILES[ending];
      if (!type) return;
      turns.file();
      const pieces = ending === 'csv' ? [BYTE_ORDER_MARK, String(content)] : [String(content)];
      saveFile(`${fileNameOf(text(name, 200), 'data')}.${ending}`, new Blob(pieces, { type }));
    },
    broadcast: (name, args) => broadcast(text(name, 200), Array.isArray(args) ? args : []),
  };
}
