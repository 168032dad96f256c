import { logout } from '@doorstep/contract/auth';
import { texts } from '@doorstep/contract/errors';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../lib/api-client.ts';
import { clearSession, getSession, hasBrokenSession, subscribeToSession } from '../lib/session.ts';
import { expireSession, handleSessionExpiry } from '../lib/session-refresh.ts';
import { toast } from '../ui/toast.ts';

/** What the end of a session needs of the router. */
interface Navigation {
  goToLogin: (options: { isKeepingPlace: boolean }) => void;
}

/** Wires the ways a session ends: forced by an authentication failure, or in another tab. */
export function watchSessionEnd({ goToLogin }: Navigation, queryClient: QueryClient): () => void {
  handleSessionExpiry(() => {
    queryClient.clear();
    toast.error(texts.sessionExpired);
    goToLogin({ isKeepingPlace: true });
  });
  if (hasBrokenSession()) expireSession(undefined);

  let user = getSession()?.id;
  return subscribeToSession(() => {
    if (hasBrokenSession()) return expireSession(undefined);
    const next = getSession()?.id;
    if (next === user) return;
    user = next;
    // Another person's data must not outlive their session, whichever tab ended it.
    queryClient.clear();
    if (next === undefined) goToLogin({ isKeepingPlace: false });
  });
}

/** Ends the session here, in all tabs and, where the server knows how, on the server. */
export function logOut(): void {
  // The call reads the token before the session is cleared; nobody waits for its answer.
  call(logout).catch(() => {});
  clearSession();
  toast.success(texts.loggedOut);
}
