import type { Digest } from '@doorstep/contract/board/digest';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/format.ts';
import { IconButton } from '../ui/button/IconButton.tsx';

interface DigestBarProps {
  digest: Digest;
  onDismiss: () => void;
}

export default function DigestBar({ digest, onDismiss }: DigestBarProps) {
  const { late, due_soon, held, given_back } = digest;
  return (
    <section
      aria-label="Digest of the day"
      className="flex items-start gap-3 border-b border-rule bg-panel px-4 py-1.5 sm:px-5"
    >
      <ul className="flex min-w-0 grow flex-wrap gap-x-5 gap-y-1 py-0.5">
        <Part count={late}>
          <Link to="/applicants" search={{ due: 'late' }} className={`${look} text-negative`}>
            {formatCount(late, 'late applicant')}
          </Link>
        </Part>
        <Part count={due_soon}>
          <Link to="/applicants" search={{ due: '2h' }} className={`${look} text-warning`}>
            {formatCount(due_soon, 'applicant')} due within 2 h
          </Link>
        </Part>
        <Part count={held}>
          <Link to="/verification" search={{ held: true }} className={`${look} text-accent`}>
            {formatCount(held, 'held visit')}
          </Link>
        </Part>
        <Part count={given_back}>
          <Link to="/board" className={`${look} text-accent`}>
            {formatCount(given_back, 'task')} given back
          </Link>
        </Part>
      </ul>
      <IconButton
        icon={X}
        label="Dismiss the digest of the day"
        tip="Dismiss"
        onClick={onDismiss}
      />
    </section>
  );
}

const look = 'font-semibold tabular-nums underline-offset-2 hover:underline';

const Part = ({ count, children }: { count: number; children: ReactNode }) =>
  count > 0 && <li>{children}</li>;
