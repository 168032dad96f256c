import { type VisitOutcome, visitOutcomes } from '../visits/outcomes.ts';

/** The steps are in the order in which an agent does them. */
export const visitSteps = [
  'outside',
  'person',
  'household',
  'business',
  'inside',
  'papers',
  'circumstances',
  'neighbours',
  'result',
] as const;
export type VisitStepName = (typeof visitSteps)[number];

interface Wording {
  question: string;
  /** Answers to choose from. The agent can also type another answer. */
  suggestions?: readonly string[];
}

export interface Asked extends Wording {
  step: VisitStepName;
  when: readonly VisitOutcome[];
  /**
   * Other wordings of the question for some outcomes. A wording without suggestions does not use those of the
   * question.
   */
  wordings?: Partial<Record<VisitOutcome, Wording>>;
  isMany?: boolean;
  /** Whether the text input comes first, because the answer is rarely one of the suggestions. */
  isMostlyTyped?: boolean;
  /** The name of another field. Its question is shown below this question, on the same screen. */
  above?: string;
  /**
   * Answers to this question and another one that are often true together, by field name. One tap gives both
   * answers.
   */
  together?: readonly Readonly<Record<string, string>>[];
}

/**
 * Where a field's value comes from. `agent`: what the agent sees and hears at the address. `office`: the
 * lender's data and the work of the office. `both`: the visit, but the office may know the value better.
 */
export interface Filling {
  by: 'agent' | 'office' | 'both';
  asked?: Asked;
  /**
   * The name of the answer in the agent's statement. If set, the answer is sent in the statement and not
   * among the facts.
   */
  statement?:
    | 'overall_observation'
    | 'neighbour1_name'
    | 'neighbour1_address'
    | 'neighbour1_feedback'
    | 'remark'
    | 'verification_address';
  /** The default value for an outcome. */
  follows?: Partial<Record<VisitOutcome, string>>;
}

type Asking = Partial<Omit<Asked, 'step' | 'question'> & Omit<Filling, 'by' | 'asked'>>;

export const byOffice: Filling = { by: 'office' };
/** For a field whose value comes from the visit without a question to the agent. */
export const byVisit = (more: Omit<Filling, 'by' | 'asked'> = {}): Filling => ({
  by: 'both',
  ...more,
});

const filling =
  (by: Filling['by']) =>
  (step: VisitStepName, question: string, more: Asking = {}): Filling => {
    const { statement, follows, ...asking } = more;
    return {
      by,
      asked: { step, question, when: ['met'], ...asking },
      ...(statement ? { statement } : {}),
      ...(follows ? { follows } : {}),
    };
  };
/** The question is asked only if the outcome is `met`, unless `when` names other outcomes. */
export const byAgent = filling('agent');
export const byBoth = filling('both');

export const always = visitOutcomes;
export const except = (...left: VisitOutcome[]): VisitOutcome[] =>
  visitOutcomes.filter((outcome) => !left.includes(outcome));
export const yesNo = ['Yes', 'No'] as const;
export const fewPeople = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
/** If an agent gives this answer, the app fills in `sameAddress` as the previous address. */
export const sinceBirth = 'Since birth';
export const residenceRelations = [
  'Self',
  'Spouse',
  'Father',
  'Mother',
  'Son',
  'Daughter',
  'Brother',
  'Sister',
  'Other relative',
  'Tenant',
] as const;
export const officeRelations = [
  'Self',
  'Colleague',
  'Manager',
  'HR',
  'Receptionist',
  'Partner',
  'Family',
  'Guard',
] as const;

/** The questions that both forms share. The names of the fields differ between the forms. */
export const alike = {
  verifiedAddress: byBoth('outside', 'Which address or place did you reach?', {
    when: ['untraceable'],
    statement: 'verification_address',
  }),
  neighbourName: byAgent('neighbours', 'Whom did you ask?', {
    when: except('unsafe'),
    statement: 'neighbour1_name',
    suggestions: ['Neighbour', 'Security guard', 'Shopkeeper'],
    wordings: { met: { question: 'Name of a neighbour' } },
  }),
  neighbourAddress: byAgent('neighbours', 'Where does the neighbour live or work?', {
    statement: 'neighbour1_address',
    suggestions: ['Next door', 'Opposite', 'Same building', 'Same lane'],
  }),
  neighbourRemark: byAgent('neighbours', 'What did this person say?', {
    when: except('unsafe'),
    statement: 'neighbour1_feedback',
    wordings: {
      met: {
        question: 'What did the neighbour say?',
        suggestions: ['Knows the applicant', 'Does not know the applicant'],
      },
    },
  }),
  circumstances: byBoth('circumstances', 'What happened?', {
    when: except('met', 'locked'),
    wordings: {
      shifted: { question: 'When did the applicant leave, and where to?' },
      no_such_person: { question: 'Who is at the address instead?' },
      untraceable: {
        question: 'What happened when you called the applicant?',
        suggestions: ['Not picked up', 'Switched off', 'Unreachable', 'Refused to guide'],
      },
      entry_refused: { question: 'Who did not let you in, and why?' },
      refused: { question: 'What did the person refuse to answer, and why?' },
      unsafe: { question: 'What made the visit unsafe?' },
    },
  }),
  remark: byBoth('result', 'Your remark', { when: always, statement: 'remark' }),
};
