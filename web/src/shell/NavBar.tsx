import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useId } from 'react';
import type { Session } from '../lib/session/session.ts';
import { Mark } from '../ui/page/Mark.tsx';
import { closePopover } from './close-popover.ts';
import { ProfileMenu } from './ProfileMenu.tsx';

const everyone = [
  { to: '/portfolio-summary', label: 'Portfolio Summary' },
  { to: '/verification', label: 'Verification' },
  { to: '/applicants', label: 'Applicants' },
] as const;
const superAdmins = [
  { to: '/agent', label: 'Agent' },
  { to: '/admin', label: 'Admin' },
] as const;

export function NavBar({ session, shortName }: { session: Session; shortName: string }) {
  const links = session.is_superadmin ? [...everyone, ...superAdmins] : everyone;
  const menuId = useId();
  return (
    // The bar is dark in both themes, so it has its own colour scheme with light text.
    <header className="nav-bar sticky top-0 z-20 bg-header text-ink">
      <div className="mx-auto flex h-12 max-w-400 items-stretch px-4 sm:px-5">
        <Link
          to="/home"
          className="flex items-center gap-2 pe-5 text-lg font-bold"
          aria-label={`${shortName}, home`}
        >
          <Mark />
          {shortName}
        </Link>
        <nav aria-label="Main" className="hidden items-stretch md:flex">
          {links.map(({ to, label }) => (
            <Link key={to} to={to} className="nav-link">
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex grow items-center justify-end gap-1">
          <ProfileMenu session={session} />
          <button
            type="button"
            popoverTarget={menuId}
            aria-label="Menu"
            className="grid size-9 place-items-center rounded-md hover:bg-hover md:hidden"
          >
            <Menu aria-hidden className="size-5" />
          </button>
        </div>
        <nav
          id={menuId}
          popover="auto"
          aria-label="Main"
          className="fixed inset-auto inset-x-0 top-12 m-0 w-full border-t border-rule bg-header p-2 text-ink shadow-float md:hidden"
        >
          {links.map(({ to, label }) => (
            <Link key={to} to={to} onClick={closePopover} className="nav-link-narrow">
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </header>
  );
}
