import { logout } from '@doorstep/contract/auth';
import { texts } from '@doorstep/contract/texts';
import { call } from '../lib/api/api-client.ts';
import {
  clearSession,
  getSession,
  hasBrokenSession,
  type SessionChange,
  subscribeToSession,
} from '../lib/session/session.ts';
import { toast } from '../ui/feedback/toast.ts';

export function watchSessionEnd(
  goToLogin: (options: { isKeepingPlace: boolean }) => void,
): () => void {
  let wasSignedIn = getSession() !== null || hasBrokenSession();
  const onChange = (change: SessionChange) => {
    // A broken session, such as one without an access token, can't be used, so it is deleted.
    if (hasBrokenSession()) return clearSession('expiry');
    const isSignedIn = getSession() !== null;
    if (wasSignedIn && !isSignedIn) {
      if (change === 'expiry') toast.error(texts.sessionExpired);
      goToLogin({ isKeepingPlace: change === 'expiry' });
    }
    wasSignedIn = isSignedIn;
  };
  const stop = subscribeToSession(onChange);
  if (hasBrokenSession()) clearSession('expiry');
  return stop;
}

export function logOut(): void {
  // `call` reads the token before the session is cleared. Nothing waits for the answer.
  call(logout).catch(() => {});
  clearSession();
  toast.success(texts.loggedOut);
}
