import { aadhaarRefused } from '../text/aadhaar.ts';
import { holdsInvisibleInName, invisibleRefused } from '../text/visible-text.ts';
import type { VisitOutcome } from '../visits/outcomes.ts';
import { type PhotosWanted, photosWanted } from '../visits/photos-wanted.ts';
import { type Asked, type VisitStepName, visitSteps } from './asked.ts';
import { type Field, maxLengthOf, type ReportForm } from './definition.ts';
import { holdsAadhaarIn } from './identity-number.ts';
import { officeForm } from './office.ts';
import { residenceForm } from './residence.ts';
import { factFields, isPersonName } from './visit-fields.ts';

type Template = ReportForm['template'];

/** A question as an agent is asked it. */
export interface Question {
  /** The name of its answer among the visit's facts, or in its statement. */
  name: string;
  goesTo: 'facts' | 'statement';
  /** The field of the report, or of the visit alone, and what the office calls it. */
  field: string;
  label: string;
  /** Names its words in other languages: `residence.remarks`, or `residence.remarks.shifted` where an outcome has its own. */
  key: string;
  text: string;
  kind: Exclude<Field['kind'], 'images'>;
  /** Nothing else can be answered. */
  options?: readonly string[];
  /** Answers to pick from; other text can still be typed. */
  suggestions?: readonly string[];
  /** More than one suggestion can be picked: they are joined by ', '. */
  isMany?: boolean;
  /** The text stands before the suggestions. */
  isMostlyTyped?: boolean;
  maxLength: number;
}

export interface VisitStep {
  name: VisitStepName | 'second_neighbour';
  title: string;
  questions: readonly Question[];
}

/** What a visit asks of its agent once it is known what was found. An attempt asks for photos and when to try again. */
export interface VisitForm {
  steps: readonly VisitStep[];
  photos: PhotosWanted;
  /** Whether the visit speaks for the applicant; only a final visit says so. */
  asksObservation: boolean;
  /** The default before the agent's answer: without a person met, it is not positive. */
  usualObservation: 'negative' | null;
  asksTryAgain: boolean;
}

const titles: Record<VisitStep['name'], string> = {
  outside: 'Outside',
  person: 'The person',
  household: 'The household',
  business: 'The business',
  inside: 'Inside',
  papers: 'Papers',
  circumstances: 'What happened',
  neighbours: 'Neighbour',
  second_neighbour: 'Second neighbour',
  result: 'Your remark',
};

// No agent is asked for a field that depends on the provider's name.
const forms = { residence: residenceForm('Agency'), office: officeForm('Agency') };

export function visitForm(template: Template, outcome: VisitOutcome, isFinal: boolean): VisitForm {
  return {
    steps: isFinal ? stepsOf(template, outcome) : [],
    photos: photosWanted(template, outcome, isFinal),
    asksObservation: isFinal,
    usualObservation: isFinal && outcome !== 'met' ? 'negative' : null,
    asksTryAgain: !isFinal,
  };
}

function stepsOf(template: Template, outcome: VisitOutcome): VisitStep[] {
  const fields = factFields(forms[template]);
  return visitSteps.flatMap((name) => {
    const questions = fields.flatMap((field) =>
      field.asked?.step === name && field.asked.when.includes(outcome)
        ? [questionOf(template, field, field.asked, outcome)]
        : [],
    );
    if (questions.length === 0) return [];
    const step = { name, title: titles[name], questions };
    return name === 'neighbours' ? [step, secondNeighbour(questions)] : [step];
  });
}

function questionOf(
  template: Template,
  field: Field,
  asked: Asked,
  outcome: VisitOutcome,
): Question {
  const wording = asked.wordings?.[outcome];
  const suggestions = wording ? wording.suggestions : asked.suggestions;
  const key = `${template}.${field.name}`;
  return {
    name: field.statement ?? field.name,
    goesTo: field.statement ? 'statement' : 'facts',
    field: field.name,
    label: field.label,
    key: wording ? `${key}.${outcome}` : key,
    text: (wording ?? asked).question,
    kind: kindOf(field),
    maxLength: maxLengthOf(field),
    ...(field.kind === 'select' ? { options: field.options } : {}),
    ...(suggestions ? { suggestions } : {}),
    ...(asked.isMany ? { isMany: true } : {}),
    ...(asked.isMostlyTyped ? { isMostlyTyped: true } : {}),
  };
}

/** Photos have their own step. */
const kindOf = ({ kind }: Field) => (kind === 'images' ? 'text' : kind);

/** The report has one neighbour, a visit two. */
const secondNeighbour = (questions: readonly Question[]): VisitStep => ({
  name: 'second_neighbour',
  title: titles.second_neighbour,
  questions: questions
    .filter(({ goesTo }) => goesTo === 'statement')
    .map((question) => ({ ...question, name: question.name.replace('neighbour1', 'neighbour2') })),
});

/** Answers as they are sent, and what is wrong with the others, by their names. */
export interface CheckedFacts {
  facts: Record<string, string>;
  statement: Record<string, string>;
  problems: Record<string, string>;
}

/** The answers to the questions of an outcome, tidied. Answers that it doesn't ask for, and empty ones, are left out. */
export function checkFacts(
  template: Template,
  outcome: VisitOutcome,
  answers: Readonly<Record<string, string>>,
): CheckedFacts {
  const checked: CheckedFacts = { facts: {}, statement: {}, problems: {} };
  for (const question of stepsOf(template, outcome).flatMap(({ questions }) => questions)) {
    const answer = tidy(Object.hasOwn(answers, question.name) ? answers[question.name] : '');
    if (answer === '') continue;
    const problem = problemOf(question, answer);
    if (problem) checked.problems[question.name] = problem;
    else checked[question.goesTo][question.name] = answer;
  }
  return checked;
}

/** A text as it is stored: without what no database takes, or a line can't show. */
export function tidy(answer = ''): string {
  return answer
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();
}

function problemOf({ name, kind, options, maxLength, label }: Question, answer: string) {
  if (options && !options.includes(answer)) return 'Choose one of the answers.';
  if (answer.length > maxLength) {
    return `At most ${maxLength.toLocaleString('en-US')} characters; this has ${answer.length.toLocaleString('en-US')}.`;
  }
  if (holdsAadhaarIn(kind, answer)) return `${label} ${aadhaarRefused}`;
  if (kind === 'count' && !/^\d{1,6}(\.\d{1,2})?$/.test(answer)) return 'Type a number, such as 4.';
  if (kind === 'date' && !/^\d{2}-\d{2}-\d{4}$/.test(answer)) return 'Type the day as dd-mm-yyyy.';
  if (isPersonName(name) && holdsInvisibleInName(answer)) return `${label} ${invisibleRefused}`;
  return undefined;
}
