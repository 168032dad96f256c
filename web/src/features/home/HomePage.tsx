import { Link } from '@tanstack/react-router';
import { ArrowRight, ChartColumn, ClipboardCheck, type LucideIcon, Users } from 'lucide-react';
import { config } from '../../lib/config.ts';
import { useSession } from '../../lib/session/session.ts';
import { StreetMap } from '../../ui/page/StreetMap.tsx';
import { greetingAt } from './greeting.ts';
import { OpenWork } from './OpenWork.tsx';

const cards: readonly {
  to: '/applicants' | '/verification' | '/portfolio-summary';
  icon: LucideIcon;
  title: string;
  text: string;
}[] = [
  {
    to: '/applicants',
    icon: Users,
    title: 'Manage Applicants',
    text: 'Upload a lender’s sheet, find an applicant, assign an agent.',
  },
  {
    to: '/verification',
    icon: ClipboardCheck,
    title: 'Verification Tasks',
    text: 'Review what agents found, decide, and issue the report.',
  },
  {
    to: '/portfolio-summary',
    icon: ChartColumn,
    title: 'Portfolio Summary',
    text: 'See the progress of each portfolio, by date.',
  },
];

export function HomePage() {
  const session = useSession();
  return (
    <>
      <div className="nav-bar relative isolate overflow-hidden bg-header text-ink">
        <StreetMap className="fade-in-start absolute inset-y-0 end-0 -z-10 hidden h-full w-3/5 md:block" />
        <div className="mx-auto max-w-5xl px-4 pt-12 pb-24 sm:px-5 sm:pt-16 sm:pb-28">
          <h1 className="text-2xl font-bold">
            {greetingAt(new Date())}, {session?.name || 'Admin'}
          </h1>
          <p className="mt-1 text-lg text-muted">Welcome to {config().shortName} Admin Dashboard</p>
        </div>
      </div>
      <ul className="mx-auto -mt-14 grid w-full max-w-5xl gap-3 px-4 pb-8 sm:px-5 md:grid-cols-3 md:gap-4">
        {cards.map(({ to, icon: Icon, title, text }) => (
          <li
            key={to}
            className="group relative flex items-start gap-4 rounded-lg border border-rule bg-panel p-5 transition-colors hover:border-accent md:flex-col md:gap-6"
          >
            <span className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent">
              <Icon aria-hidden className="size-5" strokeWidth={1.75} />
            </span>
            <div className="grow">
              <h2 className="text-lg font-semibold">
                <Link to={to} className="rounded-lg after:absolute after:inset-0">
                  {title}
                </Link>
              </h2>
              <p className="mt-1 text-muted">{text}</p>
            </div>
            <ArrowRight
              aria-hidden
              className="size-4 shrink-0 self-center text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-accent md:self-end"
            />
          </li>
        ))}
      </ul>
      <OpenWork />
    </>
  );
}
