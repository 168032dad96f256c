import { useInstallState } from '../../lib/app/install.ts';
import { useWords } from '../../words/use-words.ts';

/** The installed app needs other words, because it has no address bar with a lock icon. */
export function useHowToAllow(what: 'Camera' | 'Location'): string {
  const say = useWords();
  const isInstalled = useInstallState() === 'installed';
  // `what` stays in English, like the other names of settings in these texts, because many phones show their
  // settings in English.
  return say(isInstalled ? 'allow.installed' : 'allow.browser', { what });
}
