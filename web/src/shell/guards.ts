import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { returnPath } from '../lib/address/return-path.ts';
import { getSession } from '../lib/session/session.ts';

interface Visit {
  location: ParsedLocation;
}

export function requireSession({ location }: Visit): void {
  if (!getSession())
    throw redirect({ to: '/login', search: { from: location.href }, replace: true });
}

export function requireSuperAdmin(): void {
  if (!getSession()?.is_superadmin) throw redirect({ to: '/home', replace: true });
}

export function skipWhenSignedIn({ search }: { search: { from?: string } }): void {
  if (getSession()) throw redirect({ href: returnPath(search.from), replace: true });
}
