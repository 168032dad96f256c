import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { returnPath } from '../lib/address/return-path.ts';
import { getSession } from '../lib/session/session.ts';

interface Visit {
  location: ParsedLocation;
}

/** Sends whoever is not signed in to the sign-in, which brings them back. */
export function requireSession({ location }: Visit): void {
  if (!getSession())
    throw redirect({ to: '/login', search: { from: location.href }, replace: true });
}

/** Sends everyone but super admins home. */
export function requireSuperAdmin(): void {
  if (!getSession()?.is_superadmin) throw redirect({ to: '/home', replace: true });
}

/** Sends whoever is signed in already to where they were going. */
export function skipWhenSignedIn({ search }: { search: { from?: string } }): void {
  if (getSession()) throw redirect({ href: returnPath(search.from), replace: true });
}
