import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

const KEY = 'user';

// The schema is lenient, because another backend may omit parts of the record. Only the access token is
// required.
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

export type Session = z.infer<typeof StoredUser>;

/** `broken` means that the stored record can't be read, or has no access token. */
type Reading = { session: Session | null; broken: boolean };

/** The record that could not be stored, because storage is blocked or full. */
let unstored: { raw: string | null } | undefined;
let reading: { raw: string | null; result: Reading } | null = null;
/** The cause of a session change: this tab, an authentication failure, or another tab. */
export type SessionChange = 'own' | 'expiry' | 'elsewhere';

const listeners = new Set<(change: SessionChange) => void>();

function readRaw(): string | null {
  if (unstored) return unstored.raw;
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function removeStored(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked.
  }
}

function writeRaw(raw: string | null, change: SessionChange): void {
  try {
    if (raw === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, raw);
    unstored = undefined;
  } catch {
    // Stores the record in memory, until the next page load. Deletes the old record from the storage, because
    // its refresh token may already be used.
    unstored = { raw };
    removeStored();
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
  if (reading === null || reading.raw !== raw) reading = { raw, result: parse(raw) };
  return reading.result;
}

/** Returns the same object until the stored record changes. */
export function getSession(): Session | null {
  return read().session;
}

export function hasBrokenSession(): boolean {
  return read().broken;
}

export function saveSession(session: Session): void {
  writeRaw(JSON.stringify(session), 'own');
}

export function clearSession(change: SessionChange = 'own'): void {
  writeRaw(null, change);
}

/** Calls the listener when the session changes, in this tab or another. */
export function subscribeToSession(listener: (change: SessionChange) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    unstored = undefined;
    listener('elsewhere');
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribeToSession, getSession);
}
