import { FileSpreadsheet, FileUp } from 'lucide-react';
import { useId } from 'react';
import { formatMegabytes, formatNumber } from '../../lib/format.ts';
import { useDroppedFile } from '../../ui/form/use-dropped-file.ts';

interface FileDropProps {
  file: File | undefined;
  error: string | undefined;
  isDisabled: boolean;
  /** The file types for the `accept` attribute. `formats` describes them to the user. */
  accept: string;
  formats: string;
  onChoose: (file: File) => void;
}

/**
 * Accepts a file that is dropped anywhere in the window, because the browser would open a file that is
 * dropped next to the field.
 */
export function FileDrop({ file, error, isDisabled, accept, formats, onChoose }: FileDropProps) {
  const isOver = useDroppedFile(isDisabled, onChoose);
  const Icon = file ? FileSpreadsheet : FileUp;
  const rules = useId();
  return (
    <div>
      <label
        className={`flex min-h-36 flex-col items-center justify-center gap-1 rounded-lg border border-dashed px-4 py-5 text-center transition-colors has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${isOver ? 'border-accent bg-accent-soft' : error ? 'border-danger' : 'border-edge hover:bg-hover'}`}
      >
        <input
          type="file"
          accept={accept}
          disabled={isDisabled}
          aria-label={file ? 'Choose another spreadsheet' : 'Choose a spreadsheet'}
          aria-describedby={file ? undefined : rules}
          aria-invalid={error ? true : undefined}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) onChoose(chosen);
            // Lets the user choose the same file again after correcting it.
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
            <span id={rules} className="text-sm text-muted">
              {formats}
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
