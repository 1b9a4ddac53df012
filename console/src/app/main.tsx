import '../theme/fonts/fonts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { isStorageWorking, STORAGE_PROBLEM } from '../api/browser-storage.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { ConsoleTheme } from '../theme/console-theme.tsx';
import { startDensity } from '../theme/density.ts';
import { ConsoleGlobalStyles } from '../theme/global-styles.tsx';
import { ask } from './dialogs.ts';
import { followFailedEntry, takeEntryParameters } from './entry-parameters.ts';
import { listenToMobileApp } from './mobile-listener.ts';
import { notify } from './notices.ts';
import { queryClient } from './query-client.ts';
import { createRouter } from './router.tsx';
import { session } from './session.ts';
import { watchUpdates } from './update-check.ts';
import { speakLanguageOfUser } from './user-language.ts';

function start() {
  // The router reads the address when it is made: what is secret has to be gone by then.
  const entry = takeEntryParameters();
  const router = createRouter();
  startTranslations();
  startDensity();
  watchUpdates();
  window.addEventListener('keydown', () => void import('./keep-focus.ts').then(({ keepFocus }) => keepFocus()), {
    once: true,
  });
  speakLanguageOfUser();
  if (!isStorageWorking) notify({ message: STORAGE_PROBLEM, type: 'warn' });
  listenToMobileApp({ navigate: (to) => router.navigate(to, { replace: true }), reloadUser: session.accept });
  void session.start(entry).then((failure) => failure && followFailedEntry(failure, (to) => router.navigate(to)));
  if (entry.loginError) {
    void ask({
      title: i18next.t('login.loginError'),
      content: entry.loginError,
      confirmLabel: i18next.t('action.close'),
    });
  }

  createRoot(document.getElementById('root') as HTMLElement).render(
    <ConsoleTheme>
      <ConsoleGlobalStyles>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ConsoleGlobalStyles>
    </ConsoleTheme>,
  );
}

// Not in the task that reads the modules: together they would keep the browser busy for too long.
setTimeout(start);
