import { systemRoutes } from '@signalbox/contract/system';
import { call } from '../api/client.ts';
import { notify } from './notices.ts';
import { session } from './session.ts';

let checkedFor: string | undefined;

/** Tells a system administrator once after signing in when there is a newer version. */
export function watchUpdates(): void {
  const check = async () => {
    const { user, authority } = session.get();
    if (authority !== 'SYS_ADMIN' || !user) {
      checkedFor = undefined;
      return;
    }
    if (checkedFor === user.id.id) return;
    checkedFor = user.id.id;
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
