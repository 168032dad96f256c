import type { Decision } from '@doorstep/contract/verifications';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { WordKey } from '../../words/use-words.ts';

/** A made-up visit with its known answers. */
export interface PracticeCase {
  task: AgentTask;
  story: WordKey;
  because: WordKey;
  outcome: VisitOutcome;
  /** Absent where both observations are right. */
  observation?: Decision;
  /** The answers that the story gives, by the names of the report's fields. Only these are asked. */
  facts: Readonly<Record<string, string>>;
}

const taskOf = (
  fields: Pick<AgentTask, 'id' | 'name' | 'address' | 'pin_code' | 'visit_type'>,
): AgentTask => ({
  ...{ application_id: '', mobile: '', status: 'assigned', applicant_type: 'Applicant' },
  ...{ portfolio_name: '', product_type: '', message: '', created_at: '', revision: '' },
  ...{ assignment_version: 0, assigned_at: '', due_at: null, attempts: [], related: [] },
  sent_back: null,
  ...fields,
});

export const practiceCases: readonly PracticeCase[] = [
  {
    task: taskOf({
      ...{ id: -1, name: 'Kavita Joshi', visit_type: 'RESIDENCE', pin_code: '411004' },
      address: 'Flat 12, Ganga Heights, Deccan, Pune 411004',
    }),
    ...{ story: 'practice.met', because: 'practice.metWhy' },
    ...{ outcome: 'met', observation: 'positive' },
    facts: { typeOfResidence: 'Flat', personContacted: 'FEMALE', ownershipStatus: 'RENTED' },
  },
  {
    task: taskOf({
      ...{ id: -2, name: 'Imran Qureshi', visit_type: 'RESIDENCE', pin_code: '411011' },
      address: '7 Station Road, Somwar Peth, Pune 411011',
    }),
    ...{ story: 'practice.locked', because: 'practice.lockedWhy' },
    outcome: 'locked',
    facts: { addressConfirmed: 'Yes', confirmationOfResidence: 'Name plate' },
  },
  {
    task: taskOf({
      ...{ id: -3, name: 'Suresh Pawar', visit_type: 'RESIDENCE', pin_code: '411038' },
      address: 'House 45, Shivaji Lane, Kothrud, Pune 411038',
    }),
    ...{ story: 'practice.nobody', because: 'practice.nobodyWhy' },
    ...{ outcome: 'no_such_person', observation: 'negative' },
    facts: { addressConfirmed: 'Yes' },
  },
  {
    task: taskOf({
      ...{ id: -4, name: 'Nilesh Traders', visit_type: 'OFFICE', pin_code: '411030' },
      address: 'Shop 3, Laxmi Market, Sadashiv Peth, Pune 411030',
    }),
    ...{ story: 'practice.moved', because: 'practice.movedWhy' },
    ...{ outcome: 'shifted', observation: 'negative' },
    facts: { business_board: 'Yes', office_type: 'Shop' },
  },
];
