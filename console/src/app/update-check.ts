import { systemRoutes } from '@signalbox/contract/system';
import { sessionStore } from '../api/browser-storage.ts';
import { call } from '../api/client.ts';
import { notify } from './notices.ts';
import { session } from './session.ts';

/** Whom this tab has asked for, whatever is loaded again, until they sign out. */
const CHECKED_FOR = 'update_checked_for';

/** Tells a system administrator once after signing in when there is a newer version. */
export function watchUpdates(): void {
  const check = async () => {
    const { isUserLoaded, user, authority } = session.get();
    if (!isUserLoaded) return;
    if (authority !== 'SYS_ADMIN' || !user) {
      sessionStore.removeItem(CHECKED_FOR);
      return;
    }
    if (sessionStore.getItem(CHECKED_FOR) === user.id.id) return;
    sessionStore.setItem(CHECKED_FOR, user.id.id);
    try {
      const update = await call(systemRoutes.checkUpdates, {}, { ignoreErrors: true, ignoreLoading: true });
      if (update.updateAvailable && update.message) notify({ message: update.message, type: 'info', atEnd: true });
    } catch {
      // A failed check is not worth a message.
    }
  };
  session.subscribe(() => void check());
  void check();
}
