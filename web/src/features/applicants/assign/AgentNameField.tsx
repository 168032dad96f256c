import type { User } from '@doorstep/contract/users';
import { CircleAlert } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { inputClass } from '../../../ui/form/Field.tsx';
import { suggestAgents } from './suggest-agents.ts';

interface AgentNameFieldProps {
  name: string;
  /** Undefined while they are being fetched. */
  agents: readonly User[] | undefined;
  picked: User | undefined;
  error: string | undefined;
  isReadOnly: boolean;
  inputRef: Ref<HTMLInputElement>;
  onType: (name: string) => void;
  onPick: (agent: User) => void;
}

/** The one input of Assign Agent. Takes any text, and suggests active agents with the number that distinguishes namesakes. */
export function AgentNameField(props: AgentNameFieldProps) {
  const { name, agents, picked, error, isReadOnly, inputRef, onType, onPick } = props;
  const suggested = new Set(suggestAgents(agents ?? [], name).map(textOf));
  return (
    <div role="presentation" onKeyDownCapture={submitTyped} onKeyDown={hideEscapeFromDialog}>
      <ComboBox
        allowsCustomValue
        inputValue={name}
        onInputChange={onType}
        value={picked?.id ?? null}
        onChange={(id) => {
          const agent = agents?.find((one) => one.id === id);
          if (agent) onPick(agent);
        }}
        defaultItems={agents ?? []}
        defaultFilter={(text) => suggested.has(text)}
        allowsEmptyCollection={agents === undefined}
        isInvalid={error !== undefined}
        isReadOnly={isReadOnly}
        validationBehavior="aria"
        autoFocus
      >
        <Label className="mb-1 block text-sm font-semibold">Enter Agent Name:</Label>
        <Input
          ref={inputRef}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          // After a click the library and the browser disagree on whether a focused input shows its ring.
          className={`${inputClass} [&:focus-visible]:outline-1 [&:focus-visible]:outline-offset-0`}
        />
        {error && (
          <Text
            slot="errorMessage"
            role="alert"
            className="mt-1 flex items-start gap-1.5 text-sm text-danger"
          >
            <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
            {error}
          </Text>
        )}
        <Popover
          offset={4}
          maxHeight={240}
          className="w-(--trigger-width) overflow-y-auto rounded-lg border border-rule bg-panel p-1 shadow-float"
        >
          <ListBox
            className="outline-none"
            renderEmptyState={() => <p className="px-2 py-1.5 text-muted">Loading agents...</p>}
          >
            {(agent: User) => (
              <ListBoxItem
                id={agent.id}
                textValue={textOf(agent)}
                className="flex min-h-8 cursor-pointer items-baseline gap-3 rounded-sm px-2 py-1.5 outline-none data-focused:bg-accent-soft"
              >
                <bdi className="min-w-0 grow truncate font-semibold">{agent.name}</bdi>{' '}
                <span className="shrink-0 font-mono text-sm text-muted">{agent.phone_number}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </div>
  );
}

const textOf = ({ name, phone_number }: User) => `${name} ${phone_number}`;

function isListOpen({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && target.ariaExpanded === 'true';
}

/** Enter sends what is typed even while suggestions show, unless one of them is being chosen. */
function submitTyped(event: KeyboardEvent): void {
  const input = event.target;
  if (event.key !== 'Enter' || !isListOpen(event) || !(input instanceof HTMLInputElement)) return;
  // After the combo box has had the key, and closed its list.
  if (!input.hasAttribute('aria-activedescendant')) setTimeout(() => input.form?.requestSubmit());
}

/** Escape closes the suggestions first, the dialog only after. */
function hideEscapeFromDialog(event: KeyboardEvent): void {
  if (event.key === 'Escape' && isListOpen(event)) event.stopPropagation();
}
