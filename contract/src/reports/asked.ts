import { type VisitOutcome, visitOutcomes } from '../visits/outcomes.ts';

/** The parts of a visit in the order in which an agent does them. */
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
  /** Answers to pick from; other text can be typed. */
  suggestions?: readonly string[];
}

/** How and when an agent is asked for a field of the report. */
export interface Asked extends Wording {
  step: VisitStepName;
  when: readonly VisitOutcome[];
  /** Other wordings of the question for some outcomes. */
  wordings?: Partial<Record<VisitOutcome, Wording>>;
  /** More than one of the suggestions can be picked. */
  isMany?: boolean;
  /** Rarely one of the suggestions: the text input comes first. */
  isMostlyTyped?: boolean;
  /** Shares the screen of that field's question, and stands above it. */
  above?: string;
  /** Answers to this and another question that are often true together, by field: one tap can give both. */
  together?: readonly Readonly<Record<string, string>>[];
}

/**
 * The person who fills a field. The `agent` writes what is seen and heard at the address. The `office` writes
 * what it knows from the order and its own work. `both` means that the office may know better than the visit.
 */
export interface Filling {
  by: 'agent' | 'office' | 'both';
  asked?: Asked;
  /** The fact's name in a submission. A submitted value replaces the fact. */
  statement?:
    | 'overall_observation'
    | 'neighbour1_name'
    | 'neighbour1_address'
    | 'neighbour1_feedback'
    | 'remark'
    | 'verification_address';
  /** The value that an outcome implies by default. */
  follows?: Partial<Record<VisitOutcome, string>>;
}

type Asking = Partial<Omit<Asked, 'step' | 'question'> & Omit<Filling, 'by' | 'asked'>>;

export const byOffice: Filling = { by: 'office' };
/** Filled from the visit without a question. */
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
/** Asked if the agent met someone, unless `when` names other outcomes. */
export const byAgent = filling('agent');
export const byBoth = filling('both');

export const always = visitOutcomes;
export const except = (...left: VisitOutcome[]): VisitOutcome[] =>
  visitOutcomes.filter((outcome) => !left.includes(outcome));
export const yesNo = ['Yes', 'No'] as const;
/** For counts of people that are rarely larger. */
export const fewPeople = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
/** The answer that also tells where someone lived before. */
export const sinceBirth = 'Since birth';
/** How the person met is related to the applicant. */
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

/** Questions of both forms, whatever the field's name. */
export const alike = {
  verifiedAddress: byBoth('outside', 'How far did you get?', {
    when: ['untraceable'],
    statement: 'verification_address',
  }),
  neighbourName: byAgent('neighbours', 'Whom did you ask?', {
    when: except('unsafe'),
    statement: 'neighbour1_name',
    suggestions: ['Neighbour', 'Security guard', 'Shopkeeper'],
    wordings: { met: { question: 'Name of a neighbour' } },
  }),
  neighbourAddress: byAgent('neighbours', 'Where do they live or work?', {
    statement: 'neighbour1_address',
    suggestions: ['Next door', 'Opposite', 'Same building', 'Same lane'],
  }),
  neighbourRemark: byAgent('neighbours', 'What did they say?', {
    when: except('unsafe'),
    statement: 'neighbour1_feedback',
    wordings: {
      met: {
        question: 'What did they say?',
        suggestions: ['Knows the applicant', 'Does not know the applicant'],
      },
    },
  }),
  circumstances: byBoth('circumstances', 'What happened?', {
    when: except('met', 'locked'),
    wordings: {
      shifted: { question: 'When did they leave, and where to?' },
      no_such_person: { question: 'Who is there instead?' },
      untraceable: {
        question: 'What happened when you called?',
        suggestions: ['Not picked up', 'Switched off', 'Unreachable', 'Refused to guide'],
      },
      entry_refused: { question: 'Who kept you out, and why?' },
      refused: { question: 'What did they refuse, and why?' },
      unsafe: { question: 'What made it unsafe?' },
    },
  }),
  remark: byBoth('result', 'Your remark', { when: always, statement: 'remark' }),
};
