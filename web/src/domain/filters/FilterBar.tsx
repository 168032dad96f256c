import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { activeAgentsQuery } from '../../lib/active-agents.ts';
import { Button } from '../../ui/button/Button.tsx';
import { choicesQuery } from './choices-query.ts';
import { FiltersPanel, type FiltersPanelProps } from './FiltersPanel.tsx';
import { filtersInWords } from './filter-words.ts';

type FilterBarProps = Omit<FiltersPanelProps, 'choices' | 'agents' | 'words'> & {
  isOpen: boolean;
  /** The name of the agent by whom the list is filtered, taken from a row. Undefined if no row has it. */
  agentName: string | undefined;
};

export default function FilterBar({ isOpen, agentName, ...props }: FilterBarProps) {
  const { filters, onChange } = props;
  const { data: choices } = useQuery({
    ...choicesQuery,
    enabled: isOpen || filters.lender !== undefined,
  });
  const { data: agents = [] } = useQuery({
    ...activeAgentsQuery,
    enabled: isOpen || filters.agent !== undefined,
  });
  const known = agents.find(({ id }) => String(id) === filters.agent)?.name;
  const chips = filtersInWords(filters, {
    lenders: choices?.lenders ?? [],
    agent: agentName ?? known,
  });
  return (
    <div className="mb-3 flex flex-col gap-2.5">
      {isOpen && choices && (
        <FiltersPanel
          {...props}
          choices={choices}
          agents={agents}
          words={chips.map(({ words }) => words)}
        />
      )}
      {chips.length > 0 && (
        <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5">
          {chips.map(({ name, words }) => (
            <li key={name}>
              <button
                type="button"
                aria-label={`Remove filter ${words}`}
                onClick={() => onChange({ [name]: undefined })}
                className="flex min-h-7 items-center gap-1.5 rounded-full border border-accent/40 bg-accent-soft ps-3 pe-2 text-sm font-semibold wrap-anywhere text-accent hover:border-accent"
              >
                <bdi>{words}</bdi>
                <X aria-hidden className="size-3.5 shrink-0" />
              </button>
            </li>
          ))}
          <li>
            <Button
              size="sm"
              variant="quiet"
              onClick={() =>
                onChange(Object.fromEntries(chips.map(({ name }) => [name, undefined])))
              }
            >
              Clear all
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
