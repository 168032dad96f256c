import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../ui/button/Button.tsx';

export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-xl flex-col items-start gap-4 px-5 py-16">
      <h1 className="text-2xl font-bold">This page has stopped working</h1>
      <p className="text-muted">
        Your saved data is safe. Reload the page. If the page stops again, send the text below to
        the person who runs this server.
      </p>
      <pre className="w-full overflow-x-auto rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap">
        {error instanceof Error ? error.message : String(error)}
      </pre>
      <Button variant="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}
