import { limits } from '@doorstep/contract/limits';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';

interface PortfolioFieldsProps {
  portfolios: readonly string[];
  /** The names of portfolios that belong to no lender yet. */
  others: readonly string[];
  /** The text in the name field, which is not added to the portfolios yet. */
  typed: string;
  error: string | undefined;
  onType: (text: string) => void;
  onChange: (portfolios: string[]) => void;
}

export function PortfolioFields(props: PortfolioFieldsProps) {
  const { portfolios, others, typed, error, onType, onChange } = props;
  const options = useId();
  const input = useRef<HTMLInputElement>(null);
  const free = others.filter((name) => !portfolios.includes(name));
  const add = () => {
    onChange(withTyped(portfolios, typed));
    onType('');
    input.current?.focus();
  };
  return (
    <Section title="Portfolios">
      <ul
        aria-label="Portfolios of this lender"
        className="mb-2 flex flex-wrap gap-1.5 empty:hidden"
      >
        {portfolios.map((name) => (
          <li
            key={name}
            className="flex max-w-full items-center gap-1 rounded-md border border-rule bg-sunken ps-2"
          >
            <bdi className="truncate">{name}</bdi>
            <IconButton
              icon={X}
              label={`Remove ${name}`}
              tip="Remove"
              onClick={() => {
                onChange(portfolios.filter((other) => other !== name));
                input.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow sm:max-w-96">
          <TextField
            ref={input}
            label="Add a portfolio"
            hint={free.length > 0 ? `${free.length} without a lender` : undefined}
            error={error}
            list={options}
            maxLength={200}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => onType(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || typed.trim() === '') return;
              event.preventDefault();
              add();
            }}
          />
        </div>
        <Button
          className={error || free.length > 0 ? 'mb-6.5' : 'mb-0.5'}
          disabled={typed.trim() === '' || portfolios.length >= limits.portfoliosPerLender}
          onClick={add}
        >
          <Plus aria-hidden /> Add
        </Button>
      </div>
      <datalist id={options} aria-label="Portfolios without a lender">
        {free.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </Section>
  );
}

export function withTyped(portfolios: readonly string[], typed: string): string[] {
  const name = typed.trim();
  return name === '' || portfolios.includes(name) ? [...portfolios] : [...portfolios, name];
}
