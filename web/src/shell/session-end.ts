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

/** Opens the sign-in when the session ends, forced or by logout, in this tab or another. */
export function watchSessionEnd(
  goToLogin: (options: { isKeepingPlace: boolean }) => void,
): () => void {
  let wasSignedIn = getSession() !== null || hasBrokenSession();
  const onChange = (change: SessionChange) => {
    // A record without an access token is an unusable session.
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

/** Ends the session here, in all tabs and, if the server supports it, on the server. */
export function logOut(): void {
  // The call reads the token before the session is cleared. Its answer is not awaited.
  call(logout).catch(() => {});
  clearSession();
  toast.success(texts.loggedOut);
}
