import type { User } from '@doorstep/contract/users';
import { CircleAlert } from 'lucide-react';
import type { Ref } from 'react';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { inputClass } from '../../ui/Field.tsx';
import { suggestAgents } from './suggest-agents.ts';

interface AgentNameFieldProps {
  name: string;
  agents: readonly User[];
  error: string | undefined;
  isDisabled: boolean;
  inputRef: Ref<HTMLInputElement>;
  onType: (name: string) => void;
  onPick: (agent: User) => void;
}

/** The one input of Assign Agent. Takes any text, and suggests active agents with the number that tells namesakes apart. */
export function AgentNameField(props: AgentNameFieldProps) {
  const { name, agents, error, isDisabled, inputRef, onType, onPick } = props;
  const suggestions = suggestAgents(agents, name);
  return (
    <ComboBox
      allowsCustomValue
      inputValue={name}
      onInputChange={onType}
      value={null}
      onChange={(id) => {
        const agent = suggestions.find((one) => one.id === id);
        if (agent) onPick(agent);
      }}
      items={suggestions}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
      validationBehavior="aria"
      autoFocus
    >
      <Label className="mb-1 block text-sm font-semibold">Enter Agent Name:</Label>
      <Input
        ref={inputRef}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className={inputClass}
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
        className="max-h-60 w-(--trigger-width) overflow-y-auto rounded-lg border border-rule bg-panel p-1 shadow-float"
      >
        <ListBox className="outline-none">
          {(agent: User) => (
            <ListBoxItem
              id={agent.id}
              textValue={agent.name}
              className="flex min-h-8 cursor-pointer items-baseline gap-3 rounded-sm px-2 py-1.5 outline-none data-focused:bg-accent-soft"
            >
              <Text slot="label" className="min-w-0 grow truncate font-semibold">
                <bdi>{agent.name}</bdi>
              </Text>
              <Text slot="description" className="shrink-0 font-mono text-sm text-muted">
                {agent.phone_number}
              </Text>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
