import { Link } from '@tanstack/react-router';
import {
  BellRing,
  ChartLine,
  Landmark,
  LogOut,
  type LucideIcon,
  Monitor,
  MonitorSmartphone,
  Moon,
  Scale,
  ScrollText,
  ShieldCheck,
  Sun,
} from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { call } from '../lib/api/api-client.ts';
import { isNotOffered } from '../lib/api/api-error.ts';
import type { Session } from '../lib/session/session.ts';
import { switchSingleKeys, useSingleKeys } from '../lib/single-keys.ts';
import { chooseTheme, type Theme, themes, useTheme } from '../lib/theme.ts';
import { closePopover } from './close-popover.ts';
import { logOut } from './session-end.ts';

const own: readonly {
  to:
    | '/account/sessions'
    | '/account/second-factor'
    | '/account/alerts'
    | '/quality'
    | '/lenders'
    | '/evidence'
    | '/audit';
  label: string;
  icon: LucideIcon;
  isForSuperAdmins?: boolean;
}[] = [
  { to: '/account/sessions', label: 'Sessions', icon: MonitorSmartphone },
  { to: '/account/second-factor', label: 'Two-step sign-in', icon: ShieldCheck },
  { to: '/account/alerts', label: 'E-mail alerts', icon: BellRing },
  { to: '/quality', label: 'Your quality', icon: ChartLine },
  { to: '/lenders', label: 'Lenders', icon: Landmark, isForSuperAdmins: true },
  { to: '/evidence', label: 'Evidence', icon: Scale, isForSuperAdmins: true },
  { to: '/audit', label: 'Audit', icon: ScrollText, isForSuperAdmins: true },
];

const entry =
  'flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-start font-semibold hover:bg-hover';

const looks: Record<Theme, { label: string; icon: typeof Sun }> = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
};

function roleOf(session: Session): string {
  if (session.is_superadmin) return 'Super Admin';
  return session.is_admin ? 'Admin' : 'Agent';
}

interface ProfileMenuContentProps {
  session: Session;
  /** The number of times that the menu was opened. */
  openings: number;
}

export default function ProfileMenuContent({ session, openings }: ProfileMenuContentProps) {
  const isMissing = useMissingEvidence(openings, session.is_superadmin);
  const isOffered = useMailOffer(openings);
  return (
    <>
      <div className="border-b border-rule px-4 py-3">
        <span className="inline-block rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs font-semibold text-accent">
          {roleOf(session)}
        </span>
        <p className="mt-1.5 text-lg font-semibold wrap-anywhere">{session.name || 'User'}</p>
        {session.email && <p className="mt-1 text-muted wrap-anywhere">{session.email}</p>}
        {session.phone_number && <p className="mt-0.5 text-muted">{session.phone_number}</p>}
      </div>
      <ThemeChoice />
      <KeysSwitch />
      <div className="border-t border-rule p-1.5">
        {own
          .filter(({ isForSuperAdmins }) => !isForSuperAdmins || session.is_superadmin)
          .filter(({ to }) => to !== '/evidence' || !isMissing)
          .filter(({ to }) => to !== '/account/alerts' || isOffered)
          .map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} onClick={closePopover} className={entry}>
              <Icon aria-hidden className="size-4 text-muted" />
              {label}
            </Link>
          ))}
      </div>
      <div className="border-t border-rule p-1.5">
        <button type="button" onClick={logOut} className={entry}>
          <LogOut aria-hidden className="size-4 text-muted" />
          Logout
        </button>
      </div>
    </>
  );
}

/** Whether the backend has no evidence checks. Asks the backend once, and only for super admins. */
function useMissingEvidence(openings: number, isForUser: boolean): boolean {
  const [isMissing, setMissing] = useState<boolean>();
  const isAsked = isForUser && openings > 0;
  useEffect(() => {
    if (!isAsked) return;
    import('@doorstep/contract/evidence/office')
      .then(({ evidenceSummary }) => call(evidenceSummary))
      .catch((error: unknown) => setMissing(isNotOffered(error)));
  }, [isAsked]);
  return isMissing === true;
}

/** Whether the backend sends e-mail. Asks the backend each time the menu opens, until the answer is yes. */
function useMailOffer(openings: number): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (isOffered || openings === 0) return;
    import('@doorstep/contract/alerts/mail')
      .then(({ getMailAlert }) => call(getMailAlert))
      .then(
        ({ is_offered }) => setOffered(is_offered === true),
        () => {},
      );
  }, [isOffered, openings]);
  return isOffered;
}

function ThemeChoice() {
  const chosen = useTheme();
  const name = useId();
  return (
    <fieldset className="px-4 py-3">
      <legend className="float-start mb-1.5 text-sm text-muted">Theme</legend>
      <div className="clear-both grid grid-cols-3 rounded-md bg-sunken p-0.5">
        {themes.map((theme) => {
          const { label, icon: Icon } = looks[theme];
          return (
            <label
              key={theme}
              className="flex h-7 items-center justify-center gap-1.5 rounded-sm text-sm text-muted has-checked:bg-panel has-checked:shadow-rim has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={theme === chosen}
                onChange={() => chooseTheme(theme)}
              />
              <Icon aria-hidden className="size-3.5" />
              {label}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Users of speech input, and users who press keys by accident, can turn single-key shortcuts off. */
function KeysSwitch() {
  const areOn = useSingleKeys();
  return (
    <label className="flex items-center gap-2.5 border-t border-rule px-4 py-2.5">
      <input
        type="checkbox"
        role="switch"
        className="size-4"
        checked={areOn}
        onChange={(event) => switchSingleKeys(event.target.checked)}
      />
      Single-key shortcuts
    </label>
  );
}
