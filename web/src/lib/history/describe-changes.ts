import { callbackResultLabels } from '@doorstep/contract/callbacks';
import { disputeReasonLabels } from '@doorstep/contract/disputes';
import { dismissalReasonLabels } from '@doorstep/contract/evidence/checks';
import { lookReasonLabels } from '@doorstep/contract/review/second-looks';
import { callResultLabels } from '@doorstep/contract/visits/calls';
import { giveBackReasonLabels } from '@doorstep/contract/visits/give-back';
import { heldReasonLabels } from '@doorstep/contract/visits/held';
import { outcomeLabels } from '@doorstep/contract/visits/outcomes';
import { sendBackReasonLabels } from '@doorstep/contract/visits/send-back';
import { formatValue, prettifyLabel } from '../format.ts';

type Values = Record<string, unknown> | null | undefined;

export interface Change {
  label: string;
  before: string | undefined;
  after: string | undefined;
}

function flatten(values: Values, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? flatten(value as Record<string, unknown>, `${prefix}${name} `)
      : [[`${prefix}${name}`, value] as [string, unknown]],
  );
}

type People = readonly { id: number; name: string }[];

const wordings: Partial<Record<string, Partial<Record<string, string>>>> = {
  outcome: outcomeLabels,
  held_because: heldReasonLabels,
  result: { ...callResultLabels, ...callbackResultLabels },
  reason: giveBackReasonLabels,
  reasons: sendBackReasonLabels,
  because: { ...dismissalReasonLabels, ...disputeReasonLabels, ...lookReasonLabels },
};

export function describeValue(name: string, value: unknown, people: People): string {
  const person = /(_id|_by)$/.test(name) && people.find(({ id }) => id === value);
  if (person) return person.name;
  if (Array.isArray(value) && value.length > 0) {
    return value.map((one) => describeValue(name, one, people)).join(', ');
  }
  const words = wordings[name]?.[String(value)];
  if (words !== undefined) return words;
  return ['status', 'admin_decision', 'decision'].includes(name)
    ? prettifyLabel(String(value))
    : formatValue(value);
}

export function describeChanges(before: Values, after: Values, people: People): Change[] {
  const [old, fresh] = [new Map(flatten(before)), new Map(flatten(after))];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((name) => {
    const side = (values: typeof old) =>
      values.has(name) ? describeValue(name, values.get(name), people) : undefined;
    const change = { label: labelOf(name), before: side(old), after: side(fresh) };
    return change.before === change.after ? [] : [change];
  });
}

const labelOf = (name: string) => prettifyLabel(name.replace(/(?<=[a-z])_id$/, ''));
