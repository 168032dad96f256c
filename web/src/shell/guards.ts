import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { returnPath } from '../lib/address/return-path.ts';
import { getSession } from '../lib/session/session.ts';

interface Visit {
  location: ParsedLocation;
}

/** Redirects signed-out users to the sign-in page, which leads back to this page. */
export function requireSession({ location }: Visit): void {
  if (!getSession())
    throw redirect({ to: '/login', search: { from: location.href }, replace: true });
}

/** Redirects everyone except super admins to home. */
export function requireSuperAdmin(): void {
  if (!getSession()?.is_superadmin) throw redirect({ to: '/home', replace: true });
}

/** Redirects signed-in users to the page that they requested. */
export function skipWhenSignedIn({ search }: { search: { from?: string } }): void {
  if (getSession()) throw redirect({ href: returnPath(search.from), replace: true });
}
