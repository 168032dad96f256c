import { useBlocker } from '@tanstack/react-router';
import { config } from '../../lib/config.ts';
import { saveFile } from '../../lib/download.ts';
import { getSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { DiscardChanges } from '../../ui/dialog/DiscardChanges.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { shortName } = config();
  const text = codes.join('\n');
  // Does not block navigation once the session has ended, because the app must then open the sign-in page.
  const leaving = useBlocker({ shouldBlockFn: () => getSession() !== null, withResolver: true });
  return (
    <div className="space-y-4">
      <Notice tone="positive">Two-step sign-in is on.</Notice>
      <div>
        <h2 className="text-lg font-semibold">Save these recovery codes</h2>
        <p className="mt-1 text-muted">
          Each code signs you in once when you don’t have your phone. They are shown only now. Print
          them, or save them where you keep your passwords.
        </p>
      </div>
      <div className="relative max-w-xl rounded-md border border-rule bg-sunken py-3 ps-4 pe-11">
        <ol aria-label="Recovery codes" className="grid gap-x-8 gap-y-1.5 font-mono sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <span className="absolute end-2.5 top-2.5">
          <CopyButton text={text} label="Copy all recovery codes" />
        </span>
      </div>
      <div className="flex gap-2">
        <Button
          onClick={() =>
            saveFile(
              new Blob([`${shortName} recovery codes\n\n${text}\n`], { type: 'text/plain' }),
              `${shortName.toLowerCase().replaceAll(' ', '-')}-recovery-codes.txt`,
            )
          }
        >
          Download
        </Button>
        <Button
          variant="primary"
          onClick={() => {
            // If the user has pressed Back, navigation is blocked. This cancels it and restores the URL.
            leaving.reset?.();
            onDone();
          }}
        >
          I have saved them
        </Button>
      </div>
      {/* Negative margins let the question reach the card's edges. */}
      <div className="-mx-5 -mb-5 overflow-hidden rounded-b-lg empty:hidden">
        <DiscardChanges
          isAsking={leaving.status === 'blocked'}
          question="Leave without the recovery codes? They are not shown again."
          stay="Stay"
          leave="Leave"
          onStay={() => leaving.reset?.()}
          onLeave={() => leaving.proceed?.()}
        />
      </div>
    </div>
  );
}
