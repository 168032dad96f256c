import { refresh } from '@doorstep/contract/auth';
import { limits } from '@doorstep/contract/limits';
import { config } from '../config.ts';
import { clearSession, getSession, saveSession } from './session.ts';

/**
 * `renewed`: the token was renewed, by this call, another call or another tab. `refused`: the session has
 * ended. `unknown`: no answer came, or the server was busy or failed.
 */
type Renewal = 'renewed' | 'refused' | 'unknown';

let running: Promise<Renewal> | null = null;

/**
 * Forces the logout for an expired or missing token. Does nothing if the stored session no longer has this
 * token, so that only the first of several calls has an effect.
 */
export function expireSession(failedToken: string | undefined): void {
  if (getSession()?.tokens.access_token === failedToken) clearSession('expiry');
}

/**
 * Renews the access token that just failed. All calls of a tab share one attempt. If the browser has locks,
 * the tabs try one after another, so only the first renews the token.
 */
export function renewSession(failedToken: string): Promise<Renewal> {
  running ??= exclusively(() => renew(failedToken)).finally(() => {
    running = null;
  });
  return running;
}

// Locks are missing on plain http. There, `renew` handles the race condition between tabs.
function exclusively(attempt: () => Promise<Renewal>): Promise<Renewal> {
  return navigator.locks ? navigator.locks.request('doorstep-refresh', attempt) : attempt();
}

async function renew(failedToken: string): Promise<Renewal> {
  const before = getSession();
  if (!before) return 'refused';
  if (before.tokens.access_token !== failedToken) return 'renewed';
  if (!before.tokens.refresh_token) return 'refused';

  const answer = await ask(before.tokens.refresh_token);

  // Ignores the answer if the stored session has changed: another tab has renewed the session, or the user
  // has logged out. Without locks, the server may reject the second of two tabs.
  const now = getSession();
  if (now?.tokens.access_token !== failedToken) return now ? 'renewed' : 'refused';
  if (answer === 'unknown' || answer === 'refused') return answer;
  saveSession({ ...now, tokens: { ...now.tokens, ...answer } });
  return 'renewed';
}

async function ask(token: string): Promise<{ access_token: string } | 'refused' | 'unknown'> {
  try {
    const response = await fetch(config().apiBaseUrl + refresh.path, {
      method: refresh.method,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ refresh: token }),
      signal: AbortSignal.timeout(limits.httpTimeout),
    });
    if (!response.ok)
      return response.status === 429 || response.status >= 500 ? 'unknown' : 'refused';
    const tokens = await response.json();
    return typeof tokens?.access_token === 'string' ? tokens : 'refused';
  } catch {
    return 'unknown';
  }
}
