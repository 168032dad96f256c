interface SegmentedFilterProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** At most one button is on. A second click turns it off. */
export function SegmentedFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedFilterProps<Value>) {
  return (
    <fieldset className="flex min-h-8 max-w-full min-w-0 shrink-0 flex-wrap rounded-md border border-edge/60 bg-panel p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => {
        const isOn = option.value === value;
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? undefined : option.value)}
            className={`min-h-6.5 min-w-16 rounded-sm px-2.5 text-sm font-semibold ${isOn ? 'bg-accent text-on-accent' : 'text-muted hover:bg-hover hover:text-ink'}`}
          >
            {option.label}
          </button>
        );
      })}
    </fieldset>
  );
}
