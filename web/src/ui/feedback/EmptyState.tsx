import { Inbox, Lock, type LucideIcon, SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { CopyButton } from '../button/CopyButton.tsx';

const kinds: Record<'none' | 'no-match' | 'no-permission', LucideIcon> = {
  none: Inbox,
  'no-match': SearchX,
  'no-permission': Lock,
};

interface EmptyStateProps {
  kind?: keyof typeof kinds;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ kind = 'none', title, hint, action }: EmptyStateProps) {
  const Icon = kinds[kind];
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {hint && <p className="mt-1 max-w-md text-muted">{hint}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  message?: ReactNode;
  requestId?: string | undefined;
  onRetry?: () => void;
  isRetrying?: boolean;
  action?: ReactNode;
}

export function ErrorState({
  title,
  message,
  requestId,
  onRetry,
  isRetrying,
  action,
}: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-12 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {message && <p className="mt-1 max-w-md wrap-anywhere text-muted">{message}</p>}
      <div className="mt-4 flex gap-2 empty:hidden">
        {onRetry && (
          <Button onClick={onRetry} isBusy={isRetrying}>
            Retry
          </Button>
        )}
        {action}
      </div>
      {requestId && (
        <p className="mt-3 flex items-center gap-1 text-sm text-muted">
          Request id <span className="font-mono">{requestId}</span>
          <CopyButton text={requestId} label="Copy request id" />
        </p>
      )}
    </div>
  );
}
