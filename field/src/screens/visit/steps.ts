import { personMetField } from '@doorstep/contract/reports/visit-fields';
import { type Question, type VisitForm, visitForm } from '@doorstep/contract/reports/visit-form';
import type { PhotoSubject } from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import { photosMissing } from '@doorstep/contract/visits/photos-wanted';
import type { Draft } from '../../lib/visit/draft.ts';
import { templateOf } from '../places.ts';

/** The steps of a visit, as the addresses name them. */
export type Step =
  | 'where'
  | 'found'
  | 'photos'
  | 'again'
  | 'questions'
  | 'neighbours'
  | 'result'
  | 'summary';

/** After these no other try makes sense: the visit is final without a question. */
const conclusive: readonly VisitOutcome[] = ['met', 'shifted', 'no_such_person'];
export const isConclusive = (outcome: VisitOutcome) => conclusive.includes(outcome);

/** What a visit asks, as far as its outcome is known. */
export interface Plan {
  steps: readonly Step[];
  form: VisitForm | null;
  /** What is asked before the neighbours, in order. */
  questions: readonly Question[];
  /** One list for each neighbour. */
  neighbours: readonly (readonly Question[])[];
  photos: { wanted: readonly PhotoSubject[]; least: number; most: number };
}

const noPhotos = { wanted: [], least: 0, most: 0 };

/** What of a draft the plan depends on. */
type Basis = Pick<Draft, 'outcome' | 'isFinal' | 'task'>;

/** Derived from the form and the draft: there is no second list of steps that could differ. */
export function planOf(draft: Basis): Plan {
  const { outcome, isFinal, task } = draft;
  if (outcome === null) {
    return {
      steps: stepsOf(null, null),
      form: null,
      questions: [],
      neighbours: [],
      photos: noPhotos,
    };
  }
  const isLast = isFinal === true;
  const form = visitForm(templateOf(task), outcome, isLast);
  const of = (...names: string[]) =>
    form.steps.filter(({ name }) => names.includes(name)).map(({ questions }) => questions);
  const neighbours = of('neighbours', 'second_neighbour');
  return {
    form,
    neighbours,
    questions: form.steps
      .filter(({ name }) => !['neighbours', 'second_neighbour', 'result'].includes(name))
      .flatMap(({ questions }) => questions)
      // The person met is often the applicant.
      .map((one) => (one.name === personMetField ? { ...one, suggestions: [task.name] } : one)),
    photos: wantedOf(draft, form),
    steps: stepsOf(outcome, isFinal).filter(
      (step) => (step !== 'neighbours' || neighbours.length > 0) && isAsked(step, draft),
    ),
  };
}

/** A visit that was sent back wants only the photos that the office named. */
function wantedOf({ task, isFinal }: Basis, { photos }: VisitForm): Plan['photos'] {
  const again = task.sent_back?.photos_wanted ?? [];
  if (again.length === 0 || isFinal !== true) return photos;
  return { wanted: again, least: Math.min(1, again.length), most: photos.most };
}

/** For which reasons of the office one step is asked again, and for which the whole visit. */
const wanting: Partial<Record<Step, readonly string[]>> = {
  questions: ['person_not_identified', 'facts_contradict_photos', 'incomplete_facts'],
  neighbours: ['neighbour_missing'],
};
const wantingAll: readonly string[] = ['wrong_premises', 'place_not_at_address'];

/** A visit that was sent back asks only for what is wanted; all of it where the office named nothing. */
function isAsked(step: Step, { task }: Basis): boolean {
  const reasons = task.sent_back?.reasons ?? [];
  const names = wanting[step];
  if (!task.sent_back || !names) return true;
  const isForPhotos = task.sent_back.photos_wanted.length > 0;
  const isForStep = Object.values(wanting).some((list) =>
    list.some((one) => reasons.includes(one)),
  );
  if (reasons.some((reason) => wantingAll.includes(reason))) return true;
  return isForPhotos || isForStep ? names.some((name) => reasons.includes(name)) : true;
}

function stepsOf(outcome: VisitOutcome | null, isFinal: boolean | null): Step[] {
  const asksAgain = outcome !== null && !isConclusive(outcome);
  const begin: Step[] = ['where', 'found', 'photos'];
  if (asksAgain && isFinal !== true) return [...begin, 'again'];
  const rest: Step[] = ['questions', 'neighbours', 'result', 'summary'];
  return asksAgain ? [...begin, 'again', ...rest] : [...begin, ...rest];
}

/** Which photos are still to be taken or skipped. */
export function missingPhotos(draft: Draft, plan: Plan) {
  return photosMissing(
    plan.photos,
    draft.photos.map(({ shows }) => shows),
    draft.skipped.map(({ shows }) => shows),
  );
}

/** The step after one. A last try wants more photos than an attempt: they come before its questions. */
export function stepAfter(step: Step, draft: Draft, plan: Plan): Step | undefined {
  if (step === 'again' && missingPhotos(draft, plan).subjects.length > 0) return 'photos';
  if (step === 'photos' && draft.isFinal === true) {
    return plan.steps.find((one) => !['where', 'found', 'photos', 'again'].includes(one));
  }
  return plan.steps[plan.steps.indexOf(step) + 1];
}

export const stepBefore = (step: Step, plan: Plan): Step | undefined =>
  plan.steps[plan.steps.indexOf(step) - 1];

/** The answer that stands in a draft for a question. */
export const answerOf = ({ facts, statement }: Draft, { name, goesTo }: Question): string =>
  (goesTo === 'facts' ? facts[name] : (statement as Record<string, string>)[name]) ?? '';

export const withAnswer = (draft: Draft, { name, goesTo }: Question, answer: string): Draft =>
  goesTo === 'facts'
    ? { ...draft, facts: { ...draft.facts, [name]: answer } }
    : { ...draft, statement: { ...draft.statement, [name]: answer } };
