import type { VerifiedReport } from '@doorstep/contract/reports/versions';
import { useMutation } from '@tanstack/react-query';
import { FileCheck, FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useDroppedFile } from '../../ui/form/use-dropped-file.ts';
import { Section } from '../../ui/page/DescriptionList.tsx';
import { type Comparison, compareFile } from './compare-file.ts';

export function CompareFile({ report }: { report: VerifiedReport }) {
  const { mutate, data, variables, isPending } = useMutation({
    mutationFn: (file: File) => compareFile(file, report),
  });
  const isOver = useDroppedFile(isPending, mutate);
  const Icon = variables ? FileCheck : FileUp;
  return (
    <Section title="Compare your file" level="h2">
      <label
        className={`flex min-h-32 flex-col items-center justify-center gap-1 rounded-lg border border-dashed px-4 py-5 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${isOver ? 'border-accent bg-accent-soft' : 'border-edge hover:bg-hover'}`}
      >
        <input
          type="file"
          accept="application/pdf,.pdf"
          aria-label={variables ? 'Choose another PDF' : 'Choose the PDF'}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) mutate(chosen);
            currentTarget.value = '';
          }}
        />
        <Icon aria-hidden className="mb-1 size-6 text-accent" strokeWidth={1.5} />
        <span className="max-w-full truncate font-semibold">
          {variables ? (
            <bdi>{variables.name}</bdi>
          ) : (
            <>
              Drop the PDF here, or{' '}
              <span className="text-accent underline underline-offset-2">browse</span>
            </>
          )}
        </span>
        <span className="text-sm text-muted">
          {variables ? 'Drop or browse to compare another file' : 'The file is not sent anywhere.'}
        </span>
      </label>
      <div className="mt-3">{data && !isPending && <Result of={data} report={report} />}</div>
    </Section>
  );
}

function Result({ of, report }: { of: Comparison; report: VerifiedReport }) {
  switch (of) {
    case 'same':
      return (
        <Verdict tone="positive" title="Genuine: this is the issued file, unchanged.">
          Every byte is the same as when {report.agency} made this report.
          {report.is_superseded && ' A later version has replaced this report.'}
        </Verdict>
      );
    case 'different':
      return (
        <Verdict tone="negative" title="Not the same: this is not the issued file.">
          Your file was altered, or it is another report or version. Do not rely on it. Printing to
          a PDF or saving again also makes a different file: ask for the original.
        </Verdict>
      );
    case 'impossible':
      return (
        <Verdict tone="warning" title="This browser can’t compare files here.">
          Open this page over https, or compare the SHA-256 above with the SHA-256 that another
          program calculates for your file.
        </Verdict>
      );
    case 'unreadable':
      return (
        <Verdict tone="warning" title="Couldn’t read the file.">
          Choose the file again, or choose a copy.
        </Verdict>
      );
  }
}

function Verdict({
  tone,
  title,
  children,
}: {
  tone: 'positive' | 'negative' | 'warning';
  title: string;
  children: ReactNode;
}) {
  return (
    <Notice tone={tone}>
      <p className="font-semibold">{title}</p>
      <p>{children}</p>
    </Notice>
  );
}
