import { takeInVisitFile } from '@doorstep/contract/visits/visit';
import { useMutation } from '@tanstack/react-query';
import { FileInput } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { uploadFile } from '../../../lib/api/upload.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

const wordsOf = (error: Error) => messageOf(error, 'Couldn’t import the file. Try again.');

export function ImportVisitFile({ onSettled }: { onSettled: () => void }) {
  const [share, setShare] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const isShown = useIsShown();
  const take = useMutation({
    mutationFn: (file: File) => {
      setShare(0);
      const form = new FormData();
      form.append('file', file);
      return uploadFile(takeInVisitFile, form, { onProgress: setShare });
    },
    onSuccess: ({ message }) => {
      if (!isShown.current) toast.success(message, 6_000);
    },
    onError: (error) => {
      if (!isShown.current) toast.error(wordsOf(error), 6_000);
    },
    // Called after a failure too, because the server may have stored the visit although no answer arrived.
    onSettled,
  });
  return (
    <div className="mb-6 space-y-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="grow basis-64 text-sm text-muted">
          A phone that can’t send a visit saves it to a file, whose name ends in .doorstep.
        </p>
        <Button isBusy={take.isPending} onClick={() => input.current?.click()}>
          <FileInput aria-hidden /> Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".doorstep"
          aria-label="Visit file"
          tabIndex={-1}
          className="hidden"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) take.mutate(chosen);
            // Clears the input. Otherwise choosing the same file again would trigger no change event.
            currentTarget.value = '';
          }}
        />
      </div>
      {take.isPending && (
        <div className="space-y-1.5">
          <p role="status" className="text-sm font-semibold">
            {share === 1 ? 'Taking in...' : 'Uploading...'}
          </p>
          <ProgressBar label="Upload" share={share === 1 ? undefined : share} />
        </div>
      )}
      {take.data && <Notice tone="positive">{take.data.message}</Notice>}
      {take.error && <Notice tone="negative">{wordsOf(take.error)}</Notice>}
    </div>
  );
}
