import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

const KEY = 'user';

// Lenient on purpose: another backend may leave some of the record out. Only the access token is indispensable.
const StoredUser = z.looseObject({
  id: z._default(z.union([z.number(), z.string()]), 0),
  name: z._default(z.nullable(z.string()), null),
  email: z._default(z.nullable(z.string()), null),
  phone_number: z._default(z.nullable(z.string()), null),
  is_admin: z._default(z.boolean(), false),
  is_superadmin: z._default(z.boolean(), false),
  is_active: z._default(z.boolean(), true),
  tokens: z.looseObject({
    access_token: z.string().check(z.minLength(1)),
    refresh_token: z.optional(z.nullable(z.string())),
  }),
});

/** The signed-in user and their tokens, as kept under the key `user` in browser storage. */
export type Session = z.infer<typeof StoredUser>;

/** Why there is no session: none was stored, or what was stored holds no access token. */
type Reading = { session: Session | null; broken: boolean };

let memory: string | null = null;
let reading: { raw: string | null; result: Reading } | null = null;
/** What changed the session: this tab's own doing, an authentication failure, or another tab. */
export type SessionChange = 'own' | 'expiry' | 'elsewhere';

const listeners = new Set<(change: SessionChange) => void>();

function readRaw(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return memory;
  }
}

function writeRaw(raw: string | null, change: SessionChange): void {
  memory = raw;
  try {
    if (raw === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, raw);
  } catch {
    // Storage is blocked or full: the session lives until the tab is closed.
  }
  for (const listener of listeners) listener(change);
}

function parse(raw: string | null): Reading {
  if (raw === null) return { session: null, broken: false };
  try {
    return { session: StoredUser.parse(JSON.parse(raw)), broken: false };
  } catch {
    return { session: null, broken: true };
  }
}

function read(): Reading {
  const raw = readRaw();
  if (reading?.raw !== raw) reading = { raw, result: parse(raw) };
  return reading?.result ?? parse(raw);
}

/** The current session, or null when nobody is signed in. The same object until the stored record changes. */
export function getSession(): Session | null {
  return read().session;
}

/** Whether a user record is stored that cannot be used, for want of an access token. */
export function hasBrokenSession(): boolean {
  return read().broken;
}

export function saveSession(session: Session): void {
  writeRaw(JSON.stringify(session), 'own');
}

export function clearSession(change: SessionChange = 'own'): void {
  writeRaw(null, change);
}

/** Calls the listener whenever the session changes, in this tab or another. */
export function subscribeToSession(listener: (change: SessionChange) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener('elsewhere');
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The session, re-rendering on every change of it. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeToSession, getSession);
}
