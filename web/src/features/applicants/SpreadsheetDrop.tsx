import { FileSpreadsheet, FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatMegabytes, formatNumber } from '../../lib/format.ts';
import { spreadsheetTypes } from './check-spreadsheet.ts';

interface SpreadsheetDropProps {
  file: File | undefined;
  error: string | undefined;
  isDisabled: boolean;
  onChoose: (file: File) => void;
}

/** Takes one file, by browsing or dropped anywhere in the window: a near miss must not open it in the browser. */
export function SpreadsheetDrop({ file, error, isDisabled, onChoose }: SpreadsheetDropProps) {
  const isOver = useDroppedFile(isDisabled, onChoose);
  const Icon = file ? FileSpreadsheet : FileUp;
  return (
    <div>
      <label
        className={`flex min-h-36 flex-col items-center justify-center gap-1 rounded-lg border border-dashed px-4 py-5 text-center transition-colors has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${isOver ? 'border-accent bg-accent-soft' : error ? 'border-danger' : 'border-edge hover:bg-hover'}`}
      >
        <input
          type="file"
          accept={spreadsheetTypes}
          disabled={isDisabled}
          aria-label={file ? 'Choose another spreadsheet' : 'Choose a spreadsheet'}
          aria-describedby="upload-rules"
          aria-invalid={error ? true : undefined}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) onChoose(chosen);
            // So that the same file, mended meanwhile, can be chosen again.
            currentTarget.value = '';
          }}
        />
        <Icon aria-hidden className="mb-1 size-6 text-accent" strokeWidth={1.5} />
        {file ? (
          <>
            <span className="max-w-full truncate font-semibold">
              <bdi>{file.name}</bdi>
            </span>
            <span className="text-sm text-muted">
              {sizeOf(file)}
              {!isDisabled && ' · drop or browse to choose another'}
            </span>
          </>
        ) : (
          <>
            <span className="font-semibold">
              Drop a spreadsheet here, or{' '}
              <span className="text-accent underline underline-offset-2">browse</span>
            </span>
            <span id="upload-rules" className="text-sm text-muted">
              Supported formats: XLSX, XLS. Maximum size: 5MB.
            </span>
          </>
        )}
      </label>
    </div>
  );
}

function sizeOf({ size }: File): string {
  return size < 1_048_576
    ? `${formatNumber(Math.max(1, Math.round(size / 1024)))} KB`
    : `${formatMegabytes(size)} MB`;
}

/** Hears files dropped anywhere in the window; true while one hovers over it. */
function useDroppedFile(isDisabled: boolean, onDrop: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped && !isDisabled) onDrop(dropped);
  });
  useEffect(() => {
    const hover = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => take(event);
    window.addEventListener('dragover', hover);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', hover);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver && !isDisabled;
}
