import { ChevronDown } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import type { Session } from '../lib/session/session.ts';
import { useIdlePreload } from '../lib/use-idle-preload.ts';
import { preloadable } from '../ui/dialog/preloadable.ts';

const ProfileMenuContent = preloadable(() => import('./ProfileMenuContent.tsx'));

/** The menu is a native popover, so it closes on Escape and on a click outside. */
export function ProfileMenu({ session }: { session: Session }) {
  const id = useId();
  const name = session.name || 'User';
  const [openings, setOpenings] = useState(0);
  useIdlePreload(ProfileMenuContent.preload);
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
          if (newState === 'open') setOpenings((before) => before + 1);
        }}
        className="profile-menu fixed inset-auto end-4 top-13 m-0 w-72 rounded-lg border border-rule bg-panel text-ink shadow-float"
      >
        <Suspense fallback={null}>
          {openings > 0 && <ProfileMenuContent session={session} openings={openings} />}
        </Suspense>
      </div>
    </>
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
