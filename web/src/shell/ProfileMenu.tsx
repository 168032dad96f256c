import { getMailAlert } from '@doorstep/contract/alerts/mail';
import { evidenceSummary } from '@doorstep/contract/evidence/office';
import { Link } from '@tanstack/react-router';
import {
  BellRing,
  ChevronDown,
  Landmark,
  LogOut,
  type LucideIcon,
  Mail,
  Monitor,
  MonitorSmartphone,
  Moon,
  Phone,
  Scale,
  ScrollText,
  ShieldCheck,
  Sun,
} from 'lucide-react';
import { useId, useState } from 'react';
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

/** Who is signed in, the theme, and the way out. A native popover: a click outside or Escape closes it. */
export function ProfileMenu({ session }: { session: Session }) {
  const id = useId();
  const name = session.name || 'User';
  const { isMissing, ask } = useMissingEvidence();
  const { isOffered, askForMail } = useMailOffer();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="group/profile flex h-9 max-w-60 items-center gap-2 rounded-md px-2 hover:bg-hover"
      >
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full bg-accent text-xs font-bold text-on-accent"
        >
          {initials(name)}
        </span>
        <span className="sr-only">Profile of </span>
        <span className="truncate max-sm:sr-only">{name}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0" />
      </button>
      <div
        id={id}
        popover="auto"
        onToggle={({ newState }) => {
          if (newState !== 'open') return;
          askForMail();
          if (session.is_superadmin) ask();
        }}
        className="profile-menu fixed inset-auto end-4 top-13 m-0 w-72 rounded-lg border border-rule bg-panel text-ink shadow-float"
      >
        <div className="border-b border-rule px-4 py-3">
          <span className="inline-block rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs font-semibold text-accent">
            {roleOf(session)}
          </span>
          <p className="mt-1.5 text-lg font-semibold wrap-anywhere">{name}</p>
          {session.email && (
            <p className="mt-1 flex items-center gap-2 text-muted">
              <Mail aria-hidden className="size-3.5 shrink-0" />
              <span className="wrap-anywhere">{session.email}</span>
            </p>
          )}
          {session.phone_number && (
            <p className="mt-0.5 flex items-center gap-2 text-muted">
              <Phone aria-hidden className="size-3.5 shrink-0" />
              {session.phone_number}
            </p>
          )}
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
      </div>
    </>
  );
}

/** Whether the backend checks no evidence, as another one may not; asked once, when the menu is first opened. */
function useMissingEvidence() {
  const [isMissing, setMissing] = useState<boolean>();
  const ask = () => {
    if (isMissing !== undefined) return;
    setMissing(false);
    call(evidenceSummary).catch((error: unknown) => setMissing(isNotOffered(error)));
  };
  return { isMissing, ask };
}

/** Whether the backend sends e-mail; asked when the menu is opened, until it does. */
function useMailOffer() {
  const [isOffered, setOffered] = useState(false);
  const askForMail = () => {
    if (isOffered) return;
    call(getMailAlert).then(
      ({ is_offered }) => setOffered(is_offered === true),
      () => {},
    );
  };
  return { isOffered, askForMail };
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

/** For whom single keys would be pressed by chance, or by speech. */
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

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
