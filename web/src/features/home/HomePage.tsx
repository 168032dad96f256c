import { Link } from '@tanstack/react-router';
import { ArrowRight, ChartColumn, ClipboardCheck, type LucideIcon, Users } from 'lucide-react';
import { config } from '../../lib/config.ts';
import { useSession } from '../../lib/session.ts';
import { greetingAt } from './greeting.ts';

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
    text: 'See how far each portfolio has come, by date.',
  },
];

export function HomePage() {
  const session = useSession();
  return (
    <div className="mx-auto w-full max-w-5xl grow px-4 py-10 sm:px-5 sm:py-16">
      <h1 className="text-2xl font-bold">
        {greetingAt(new Date())}, {session?.name || 'Admin'}
      </h1>
      <p className="mt-1 text-lg text-muted">Welcome to {config().shortName} Admin Dashboard</p>
      <ul className="mt-8 grid gap-3 md:grid-cols-3 md:gap-4">
        {cards.map(({ to, icon: Icon, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="group flex h-full items-start gap-4 rounded-lg border border-rule bg-panel p-5 transition-colors hover:border-accent md:flex-col md:gap-5"
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent">
                <Icon aria-hidden className="size-5" strokeWidth={1.75} />
              </span>
              <span className="grow">
                <span className="block text-lg font-semibold">{title}</span>
                <span className="mt-1 block text-muted">{text}</span>
              </span>
              <ArrowRight
                aria-hidden
                className="size-4 self-center text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-accent md:self-end"
              />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
