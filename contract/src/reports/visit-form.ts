import { aadhaarError } from '../text/aadhaar.ts';
import { invisibleError, nameContainsInvisible } from '../text/visible-text.ts';
import type { VisitOutcome } from '../visits/outcomes.ts';
import { type PhotosWanted, photosWanted } from '../visits/photos-wanted.ts';
import { type Asked, type VisitStepName, visitSteps } from './asked.ts';
import { type Field, maxLengthOf, type ReportForm } from './definition.ts';
import { answerContainsAadhaar } from './identity-number.ts';
import { officeForm } from './office.ts';
import { residenceForm } from './residence.ts';
import { factFields, isPersonName, personMetField } from './visit-fields.ts';

type Template = ReportForm['template'];

export interface Question {
  name: string;
  goesTo: 'facts' | 'statement';
  field: string;
  label: string;
  /**
   * The key of the translations: `residence.remarks`, or `residence.remarks.shifted` if the outcome has its
   * own wording.
   */
  key: string;
  text: string;
  kind: Exclude<Field['kind'], 'images'>;
  options?: readonly string[];
  suggestions?: readonly string[];
  /** Whether more than one suggestion can be chosen. The answer joins the chosen suggestions by ', '. */
  isMany?: boolean;
  isMostlyTyped?: boolean;
  /** The field of the next question, which is on the same screen. */
  above?: string;
  /**
   * Answers to this question and another one, by question name. One tap gives both answers. The answer to
   * this question comes first.
   */
  together?: readonly Readonly<Record<string, string>>[];
  maxLength: number;
}

export interface VisitStep {
  name: VisitStepName | 'second_neighbour';
  title: string;
  questions: readonly Question[];
}

/**
 * What the agent is asked in a visit with a certain outcome. An attempt has only photos and the time of the
 * next attempt.
 */
export interface VisitForm {
  steps: readonly VisitStep[];
  photos: PhotosWanted;
  /** Whether the agent must choose an observation, positive or negative. True for every final visit. */
  asksObservation: boolean;
  /**
   * The default observation of a final visit: `negative` unless the outcome is `met`. Null if there is no
   * default.
   */
  usualObservation: 'negative' | null;
  asksTryAgain: boolean;
  /**
   * Whether the agent asks the person met for a signature. True if the visit has a question for the person's
   * name.
   */
  asksSignature: boolean;
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

// Any name works here, because no question depends on the provider's name.
const forms = { residence: residenceForm('Agency'), office: officeForm('Agency') };

export function visitForm(template: Template, outcome: VisitOutcome, isFinal: boolean): VisitForm {
  const steps = isFinal ? stepsOf(template, outcome) : [];
  return {
    steps,
    photos: photosWanted(template, outcome, isFinal),
    asksObservation: isFinal,
    usualObservation: isFinal && outcome !== 'met' ? 'negative' : null,
    asksTryAgain: !isFinal,
    asksSignature: steps.some(({ questions }) =>
      questions.some(({ name }) => name === personMetField),
    ),
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
    for (const one of questions.filter(({ above }) => above)) {
      questions.splice(questions.indexOf(one), 1);
      questions.splice(
        questions.findIndex(({ field }) => field === one.above),
        0,
        one,
      );
    }
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
    ...(asked.above ? { above: asked.above } : {}),
    ...(asked.together ? { together: asked.together } : {}),
  };
}

/** No question has the kind `images`, because photos have their own step. */
const kindOf = ({ kind }: Field) => (kind === 'images' ? 'text' : kind);

/** A report has fields for one neighbour, but a visit has questions for two. */
const secondNeighbour = (questions: readonly Question[]): VisitStep => ({
  name: 'second_neighbour',
  title: titles.second_neighbour,
  questions: questions
    .filter(({ goesTo }) => goesTo === 'statement')
    .map((question) => ({ ...question, name: question.name.replace('neighbour1', 'neighbour2') })),
});

/** The valid answers, split into facts and statement, and the errors of the others, by question name. */
export interface CheckedFacts {
  facts: Record<string, string>;
  statement: Record<string, string>;
  problems: Record<string, string>;
}

/**
 * Tidies and checks the answers to the questions of an outcome. Ignores empty answers, and answers to other
 * questions.
 */
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

/** Trims an answer. Replaces lone surrogates, and control characters other than line breaks. */
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
  if (answerContainsAadhaar(kind, answer)) return `${label} ${aadhaarError}`;
  if (kind === 'count' && !/^\d{1,6}(\.\d{1,2})?$/.test(answer)) return 'Type a number, such as 4.';
  if (isPersonName(name) && nameContainsInvisible(answer)) return `${label} ${invisibleError}`;
  return undefined;
}
