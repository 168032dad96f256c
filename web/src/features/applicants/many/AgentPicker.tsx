import { limits } from '@doorstep/contract/limits';
import type { User } from '@doorstep/contract/users';
import { type KeyboardEvent, useId, useState } from 'react';
import { endsWord } from '../../../ui/form/ends-word.ts';
import { inputClass } from '../../../ui/form/Field.tsx';
import { AgentList, AgentName } from '../assign/AgentList.tsx';
import { findAgents } from '../assign/find-agents.ts';

interface AgentPickerProps {
  agents: readonly User[] | undefined;
  lately: readonly number[];
  picked: readonly number[];
  /** Whether several agents share the applicants. Otherwise one agent gets all. */
  isSharing: boolean;
  error: string | undefined;
  isReadOnly: boolean;
  onPick: (id: number) => void;
}

export function AgentPicker(props: AgentPickerProps) {
  const { agents, lately, picked, isSharing, error, isReadOnly, onPick } = props;
  const [typed, setTyped] = useState('');
  const id = useId();
  const found = agents && findAgents(agents, lately, typed);
  const first = found?.lately[0] ?? found?.others[0];

  /**
   * Enter picks the first agent in the list. Once an agent is picked and the search is empty, Enter submits
   * the form. If the search finds no agent, Enter does nothing.
   */
  function pickFirst(event: KeyboardEvent) {
    if (
      event.key !== 'Enter' ||
      endsWord(event.nativeEvent) ||
      (typed === '' && (!first || picked.length > 0))
    )
      return;
    event.preventDefault();
    if (!first) return;
    setTyped('');
    if (!picked.includes(first.id)) onPick(first.id);
  }
  const row = (agent: User) => (
    <label
      key={agent.id}
      className="flex min-h-8 cursor-pointer items-center gap-2.5 px-3 py-1 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
    >
      <input
        type={isSharing ? 'checkbox' : 'radio'}
        name={id}
        checked={picked.includes(agent.id)}
        disabled={isReadOnly}
        onChange={() => onPick(agent.id)}
        className="size-4 shrink-0 accent-accent outline-none"
      />
      <AgentName agent={agent} />
    </label>
  );
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="sr-only">{isSharing ? 'Agents' : 'Agent'}</legend>
      <input
        type="search"
        aria-label="Find an agent"
        placeholder="Find an agent"
        value={typed}
        maxLength={limits.searchLength}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        readOnly={isReadOnly}
        aria-invalid={error ? true : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={pickFirst}
        className={`${inputClass} rounded-b-none`}
      />
      <AgentList found={found} row={row} />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
