import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page/Page.tsx';
import { mailAlertQuery } from './account-queries.ts';

const parts = [
  { to: '/account/sessions', label: 'Sessions' },
  { to: '/account/second-factor', label: 'Two-step sign-in' },
  { to: '/account/alerts', label: 'E-mail alerts' },
] as const;

export function AccountFrame({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { data: mail } = useQuery(mailAlertQuery);
  const shown = parts.filter(({ to }) => to !== '/account/alerts' || mail?.is_offered === true);
  return (
    <Page
      title={title}
      actions={actions}
      banner={
        <nav aria-label="Your account" className="flex gap-4 border-b border-rule">
          {shown.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="-mb-px border-b-2 border-transparent py-1.5 text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
      }
    >
      {children}
    </Page>
  );
}
