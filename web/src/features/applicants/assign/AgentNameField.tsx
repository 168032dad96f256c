import type { User } from '@doorstep/contract/users';
import { CircleAlert } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { endsWord } from '../../../ui/form/ends-word.ts';
import { inputClass } from '../../../ui/form/Field.tsx';
import { AgentList, AgentName } from './AgentList.tsx';
import { findAgents } from './find-agents.ts';

interface AgentNameFieldProps {
  name: string;
  /** Undefined while loading, and empty if the agents can't be loaded. */
  agents: readonly User[] | undefined;
  /** The ids of recently assigned agents, the latest first. */
  lately: readonly number[];
  picked: User | undefined;
  error: string | undefined;
  isReadOnly: boolean;
  inputRef: Ref<HTMLInputElement>;
  onType: (name: string) => void;
  onPick: (agent: User) => void;
}

/** Accepts any text, and suggests active agents. */
export function AgentNameField(props: AgentNameFieldProps) {
  const { name, agents, lately, picked, error, isReadOnly, inputRef, onType, onPick } = props;
  const id = useId();
  const [marked, setMarked] = useState<User>();
  const found = agents && findAgents(agents, lately, name);
  const offered = found ? [...found.lately, ...found.others] : [];
  const hasList = agents?.length !== 0;

  /** Arrow keys mark an agent, and Enter picks the marked one. If none is marked, Enter submits the form. */
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && offered.length > 0) {
      event.preventDefault();
      const from = marked ? offered.indexOf(marked) : step > 0 ? -1 : 0;
      const next = offered.at((from + step) % offered.length);
      setMarked(next);
      document.getElementById(`${id}-${next?.id}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && marked && !endsWord(event.nativeEvent)) {
      event.preventDefault();
      pick(marked);
    }
  }
  function pick(agent: User) {
    setMarked(undefined);
    if (!isReadOnly) onPick(agent);
  }

  const row = (agent: User) => (
    // An option needs no key handler, because the focus stays in the input, which handles the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      key={agent.id}
      role="option"
      id={`${id}-${agent.id}`}
      tabIndex={-1}
      aria-selected={agent.id === picked?.id}
      // Stops the press from moving the focus out of the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => pick(agent)}
      className={`flex min-h-8 cursor-pointer items-center gap-2.5 px-3 py-1 hover:bg-hover aria-selected:bg-accent-soft ${agent === marked ? 'outline-2 -outline-offset-2 outline-focus' : ''}`}
    >
      <AgentName agent={agent} />
    </div>
  );

  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        Enter Agent Name:
      </label>
      <input
        ref={inputRef}
        id={id}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={marked && `${id}-${marked.id}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        value={name}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        readOnly={isReadOnly}
        onChange={(event) => {
          setMarked(undefined);
          onType(event.target.value);
        }}
        onKeyDown={onKeyDown}
        className={`${inputClass} ${hasList ? 'rounded-b-none' : ''}`}
      />
      {hasList && (
        <AgentList role="listbox" id={`${id}-list`} aria-label="Agents" found={found} row={row} />
      )}
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className="mt-1 flex items-start gap-1.5 text-sm text-danger"
        >
          <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
