import { QueryClientProvider } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { config } from '../../lib/config.ts';
import { Mark } from '../../ui/page/Mark.tsx';
import { CodeForm } from './CodeForm.tsx';
import { IssuedReport } from './IssuedReport.tsx';

export function VerifyPage() {
  const { code } = useParams({ from: '/verify/{-$code}' });
  const [client] = useState(createQueryClient);
  const { shortName } = config();
  return (
    <QueryClientProvider client={client}>
      <div className="flex min-h-dvh flex-col">
        <header className="nav-bar bg-header text-ink">
          <p className="mx-auto flex w-full max-w-240 items-center gap-2.5 px-5 py-3 text-lg font-bold">
            <Mark className="size-7" />
            {shortName}
          </p>
        </header>
        <main className="mx-auto w-full max-w-240 grow px-5 pt-8 pb-12">
          <h1 className="flex items-center gap-2.5 text-2xl font-bold">
            <FileSearch aria-hidden className="size-6 text-accent" strokeWidth={1.75} />
            Check a report
          </h1>
          <p className="mt-1 mb-6 text-muted">
            Each report of {shortName} carries a code at the foot of every page. Enter the code here
            to see whether the report is genuine.
          </p>
          <CodeForm key={code} code={code ?? ''} />
          {code !== undefined && <IssuedReport code={code} />}
        </main>
        <footer className="mx-auto w-full max-w-240 px-5 pb-6 text-sm text-muted">
          <p className="border-t border-rule pt-3">
            Apart from the decision, this page shows nothing about the person in the report. A file
            that you compare stays on your device.
          </p>
        </footer>
      </div>
    </QueryClientProvider>
  );
}
