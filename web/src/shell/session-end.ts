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

/** Turns the end of a session, forced or wished for, here or in another tab, into the way to the sign-in. */
export function watchSessionEnd(
  goToLogin: (options: { isKeepingPlace: boolean }) => void,
): () => void {
  let wasSignedIn = getSession() !== null || hasBrokenSession();
  const onChange = (change: SessionChange) => {
    // A record without an access token is a session that has gone bad.
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

/** Ends the session here, in all tabs and, where the server knows how, on the server. */
export function logOut(): void {
  // The call reads the token before the session is cleared; nobody waits for its answer.
  call(logout).catch(() => {});
  clearSession();
  toast.success(texts.loggedOut);
}
