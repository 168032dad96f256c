import { dayOf } from '../../lib/format.ts';
import { CopyButton } from '../../ui/button/CopyButton.tsx';

export function CheckAgain({ days }: { days: number }) {
  const since = dayOf(new Date(Date.now() - days * 86_400_000));
  const command = `npm run recheck -- --since ${since}`;
  return (
    <div className="space-y-2">
      <p className="max-w-prose">
        New values apply to later checks. Earlier cases keep their findings. To check earlier cases
        again, run this command on the server. The date is the first day to check.
      </p>
      <p className="flex items-center gap-2 rounded-md border border-rule bg-sunken px-3 py-2">
        <code className="min-w-0 grow font-mono text-sm wrap-anywhere">{command}</code>
        <CopyButton text={command} label="Copy command" />
      </p>
      <p className="max-w-prose text-muted">
        Dismissed findings stay dismissed, unless a check finds something worse.
      </p>
    </div>
  );
}
