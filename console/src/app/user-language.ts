import { setLanguage } from '../i18n/i18n.ts';
import { session } from './session.ts';

/** Speaks the language that the user has set, whenever another user signs in. */
export function speakLanguageOfUser(): void {
  let spokenFor: string | undefined;
  session.subscribe(() => {
    const { user } = session.get();
    if (user?.id.id === spokenFor) return;
    spokenFor = user?.id.id;
    const language = user?.additionalInfo?.lang;
    if (typeof language === 'string') setLanguage(language);
  });
}
