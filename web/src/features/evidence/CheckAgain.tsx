import { dayOf } from '../../lib/format.ts';
import { CopyButton } from '../../ui/button/CopyButton.tsx';

/** What a change means for cases that were checked before, and how to have them checked again. */
export function CheckAgain({ days }: { days: number }) {
  const since = dayOf(new Date(Date.now() - days * 86_400_000));
  const command = `npm run recheck -- --since ${since}`;
  return (
    <div className="space-y-2">
      <p className="max-w-prose">
        What is checked from now on is held to the new values. Earlier cases are not checked again
        by themselves: they keep what was found in them. To have them checked again, run this where
        the server runs, with the day to begin from:
      </p>
      <p className="flex items-center gap-2 rounded-md border border-rule bg-sunken px-3 py-2">
        <code className="min-w-0 grow font-mono text-sm wrap-anywhere">{command}</code>
        <CopyButton text={command} label="Copy command" />
      </p>
      <p className="max-w-prose text-muted">
        What was dismissed stays so, unless a check finds worse.
      </p>
    </div>
  );
}
