import { expect, test } from 'vitest';
import { agentOf } from '../../../testing/applicants.ts';
import { agentNamed, findAgents, namesakeId } from './find-agents.ts';

const [asha, ravi, tara, other] = [
  agentOf({ id: 1, name: 'Asha Rao', phone_number: '9000000001' }),
  agentOf({ id: 2, name: 'Ravi Kumar', phone_number: '9000000002' }),
  agentOf({ id: 3, name: 'Tara Ravi', phone_number: '9000000003' }),
  agentOf({ id: 4, name: ' asha rao', phone_number: '9000000004' }),
];
const agents = [asha, tara, ravi, other];

test('finds agents by name or phone number, with recent agents and beginnings of names first', () => {
  expect(findAgents(agents, [], ' RAVI ')).toEqual({ lately: [], others: [ravi, tara] });
  expect(findAgents(agents, [], '0003')).toEqual({ lately: [], others: [tara] });
  expect(findAgents(agents, [3, 99, 1], 'r')).toEqual({
    ...{ lately: [tara, asha], others: [ravi, other] },
  });
});

test('takes a name only if one agent has it, and needs an id only if several have it', () => {
  expect([agentNamed(agents, 'tara ravi '), agentNamed(agents, 'Asha Rao')]).toEqual([
    ...[tara, undefined],
  ]);
  expect([undefined, ravi, other].map((picked) => namesakeId(agents, picked))).toEqual([
    ...[undefined, undefined, 4],
  ]);
});
