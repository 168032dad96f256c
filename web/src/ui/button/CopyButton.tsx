import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '../feedback/toast.ts';
import { CutId, isLongId } from './CutId.tsx';
import { Glyph } from './Glyph.tsx';

const SHOWN = 1_500;

function useCopied(text: string) {
  // Stores the copied text instead of a boolean, so that “Copied” disappears when `text` changes.
  const [copied, setCopied] = useState<string>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      // Fails on plain http, where the clipboard is missing, or if the browser denies access.
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      toast.error('Couldn’t copy the text. Select the text and copy it yourself.', 6_000);
    }
  };
  return { isCopied: copied === text, copy };
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopied(text);
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      onClick={copy}
      className="inline-grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
    >
      <Glyph
        icon={isCopied ? Check : Copy}
        className={`size-3.5 ${isCopied ? 'text-positive' : ''}`}
      />
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}

export function CopyableId({ id, name }: { id: string | number | null | undefined; name: string }) {
  const text = id === null || id === undefined ? '' : String(id);
  const { isCopied, copy } = useCopied(text);
  if (text === '') return <>-</>;
  return (
    <button
      type="button"
      aria-label={`Copy ${name} ${text}`}
      data-tip={isCopied ? 'Copied' : `Copy ${name}${isLongId(text) ? ` ${text}` : ''}`}
      onClick={copy}
      className="group/copy -mx-1 -my-1 inline-flex h-6 max-w-full items-center gap-1 align-middle rounded-sm px-1 font-mono hover:bg-hover"
    >
      <CutId text={text} />
      <Glyph
        icon={isCopied ? Check : Copy}
        className={`size-3.5 shrink-0 transition-opacity ${isCopied ? 'text-positive' : 'text-muted opacity-0 group-hover/copy:opacity-100 group-focus-visible/copy:opacity-100'}`}
      />
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}
