import type { Language } from '@doorstep/contract/languages';
import type { Decision } from '@doorstep/contract/verifications';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import { useEffect, useState } from 'react';
import type { Translation, WordKey } from '../../words/use-words.ts';
import file from './practice.json?url&no-inline';

type Texts<Text> = readonly [story: Text, because: Text];

export interface PracticeCase {
  task: AgentTask;
  /** Keys of the app's texts; in a fetched case, the texts themselves in each language. */
  texts: Texts<WordKey> | Readonly<Record<Language, Texts<string>>>;
  outcome: VisitOutcome;
  /** The right observation. If absent, the agent is not asked for one. */
  observation?: Decision;
  /**
   * The answers that the story gives. The keys are the names of the report's fields. Only their questions are
   * asked.
   */
  facts: Readonly<Record<string, string>>;
}

type TaskFields = Pick<AgentTask, 'id' | 'name' | 'address' | 'pin_code' | 'visit_type'>;

const taskOf = (fields: TaskFields): AgentTask => ({
  ...{ application_id: '', mobile: '', status: 'assigned', applicant_type: 'Applicant' },
  ...{ portfolio_name: '', product_type: '', message: '', created_at: '', revision: '' },
  ...{ assignment_version: 0, assigned_at: '', due_at: null, attempts: [], related: [] },
  sent_back: null,
  ...fields,
});

/** These cases are part of the app, so that practice works without a network. */
const firstCases: readonly PracticeCase[] = [
  {
    task: taskOf({
      ...{ id: -1, name: 'Kavita Joshi', visit_type: 'RESIDENCE', pin_code: '411004' },
      address: 'Flat 12, Ganga Heights, Deccan, Pune 411004',
    }),
    texts: ['practice.met', 'practice.metWhy'],
    ...{ outcome: 'met', observation: 'positive' },
    facts: { typeOfResidence: 'Flat', personContacted: 'FEMALE', ownershipStatus: 'RENTED' },
  },
  {
    task: taskOf({
      ...{ id: -2, name: 'Imran Qureshi', visit_type: 'RESIDENCE', pin_code: '411011' },
      address: '7 Station Road, Somwar Peth, Pune 411011',
    }),
    texts: ['practice.locked', 'practice.lockedWhy'],
    outcome: 'locked',
    facts: { addressConfirmed: 'Yes', confirmationOfResidence: 'Name plate' },
  },
  {
    task: taskOf({
      ...{ id: -3, name: 'Suresh Pawar', visit_type: 'RESIDENCE', pin_code: '411038' },
      address: 'House 45, Shivaji Lane, Kothrud, Pune 411038',
    }),
    texts: ['practice.nobody', 'practice.nobodyWhy'],
    ...{ outcome: 'no_such_person', observation: 'negative' },
    facts: { addressConfirmed: 'Yes' },
  },
  {
    task: taskOf({
      ...{ id: -4, name: 'Nilesh Traders', visit_type: 'OFFICE', pin_code: '411030' },
      address: 'Shop 3, Laxmi Market, Sadashiv Peth, Pune 411030',
    }),
    texts: ['practice.moved', 'practice.movedWhy'],
    ...{ outcome: 'shifted', observation: 'negative' },
    facts: { business_board: 'Yes', office_type: 'Shop' },
  },
];

export type FiledCase = Omit<PracticeCase, 'task' | 'texts'> & {
  task: TaskFields;
  texts: Readonly<Record<Language, Texts<string>>>;
};

async function loadMore(): Promise<PracticeCase[]> {
  const answered = await fetch(file);
  const found = (await answered.json()) as FiledCase[];
  return found.map((one) => ({ ...one, task: taskOf(one.task) }));
}

/** Returns the cases that are part of the app, and the other cases once they are fetched. */
export function usePracticeCases(): readonly PracticeCase[] {
  const [more, setMore] = useState<readonly PracticeCase[]>([]);
  useEffect(() => {
    // If the others can't be fetched, only the first cases are offered.
    loadMore().then(setMore, () => {});
  }, []);
  return [...firstCases, ...more];
}

export const tell = ({ texts }: PracticeCase, say: Translation): Texts<string> =>
  'en' in texts ? texts[say.language] : [say(texts[0]), say(texts[1])];
