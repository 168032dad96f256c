import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { inputClass } from '../form/Field.tsx';

interface SearchFieldProps {
  /** The placeholder, which is also the accessible name. */
  label: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
  onClear: () => void;
  controls?: string;
  className?: string;
}

/** Escape clears the field, like the button in the field. */
export function SearchField({
  label,
  value,
  maxLength,
  onChange,
  onClear,
  controls,
  className = '',
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className={`relative min-w-0 ${className}`}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-controls={controls}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.preventDefault();
            onClear();
          }
        }}
        className={`${inputClass} h-8! ps-8 pe-8 text-sm placeholder-shown:pe-2 text-ellipsis [&::-webkit-search-cancel-button]:hidden`}
      />
      {value && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onClear();
            input.current?.focus();
          }}
          className="absolute inset-y-0 end-1 my-auto grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </search>
  );
}
