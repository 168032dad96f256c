import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { imageUrl } from '../../lib/api/image-url.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';

interface FileItemProps {
  name: string;
  details: ReactNode;
  failure?: string;
  /** From 0 to 1. Undefined when the file is ready or has failed. */
  progress: number | undefined;
  link: { url: string | null | undefined; label: string };
  removal: { label: string; run: () => Promise<unknown> };
  queryKey: QueryKey;
  /** Called after the deletion, while the list still has the item, so that the caller can move the focus. */
  onRemoved: () => void;
}

export function FileItem(props: FileItemProps) {
  const { name, details, failure, progress, link, removal, queryKey, onRemoved } = props;
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: removal.run,
    onSuccess: onRemoved,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-muted">{details}</p>
        {failure && <p className="text-sm text-danger">{failure}</p>}
        {progress !== undefined && (
          <div className="mt-1.5 max-w-md">
            <ProgressBar label={`Progress of ${name}`} share={progress} />
          </div>
        )}
        {remove.error && (
          <p role="alert" className="text-sm text-danger">
            {messageOf(remove.error, 'Couldn’t delete the file. Try again.')}
          </p>
        )}
      </div>
      {link.url && (
        <a href={imageUrl(link.url)} download className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden /> {link.label}
        </a>
      )}
      <IconButton
        icon={X}
        tone="danger"
        label={`${removal.label} ${name}`}
        tip={removal.label}
        // Not `disabled`, because a disabled button loses the focus.
        aria-disabled={remove.isPending || undefined}
        onClick={() => {
          if (!remove.isPending) remove.mutate();
        }}
      />
    </li>
  );
}
