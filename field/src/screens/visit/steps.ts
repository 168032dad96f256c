import { sinceBirth } from '@doorstep/contract/reports/asked';
import { sameAddress } from '@doorstep/contract/reports/same-address';
import { personMetField } from '@doorstep/contract/reports/visit-fields';
import { type Question, type VisitForm, visitForm } from '@doorstep/contract/reports/visit-form';
import type { PhotoSubject } from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import { photosMissing } from '@doorstep/contract/visits/photos-wanted';
import type { Draft } from '../../lib/visit/draft.ts';
import { templateOf } from '../places.ts';

/** The steps of a visit, as named in addresses. */
export type Step =
  | 'where'
  | 'found'
  | 'photos'
  | 'again'
  | 'questions'
  | 'sign'
  | 'neighbours'
  | 'result'
  | 'summary';

/**
 * After these outcomes another visit makes no sense, so the visit is final. The agent is not asked whether
 * another visit will follow.
 */
const conclusive: readonly VisitOutcome[] = ['met', 'shifted', 'no_such_person'];
export const isConclusive = (outcome: VisitOutcome) => conclusive.includes(outcome);

export interface Plan {
  steps: readonly Step[];
  form: VisitForm | null;
  questions: readonly Question[];
  /** One list for each neighbour. */
  neighbours: readonly (readonly Question[])[];
  photos: { wanted: readonly PhotoSubject[]; least: number; most: number };
}

const noPhotos = { wanted: [], least: 0, most: 0 };

type Basis = Pick<Draft, 'outcome' | 'isFinal' | 'task'>;

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
      .map((one) => (one.name === personMetField ? suggestApplicant(one, task) : one)),
    photos: wantedOf(draft, form),
    steps: stepsOf(outcome, isFinal).filter(
      (step) =>
        (step !== 'neighbours' || neighbours.length > 0) &&
        (step !== 'sign' || form.asksSignature) &&
        isAsked(step, draft),
    ),
  };
}

/**
 * Suggests the applicant as the person met. A residence form also asks whether the person is a man or a
 * woman, so one tap answers both questions.
 */
const suggestApplicant = (question: Question, task: Draft['task']): Question =>
  templateOf(task) === 'residence'
    ? {
        ...question,
        suggestions: [],
        together: ['MALE', 'FEMALE'].map((personContacted) => ({
          [personMetField]: task.name,
          personContacted,
        })),
      }
    : { ...question, suggestions: [task.name] };

/** If the office sent the visit back and named photos, a final visit asks only for these photos. */
function wantedOf({ task, isFinal }: Basis, { photos }: VisitForm): Plan['photos'] {
  const again = task.sent_back?.photos_wanted ?? [];
  if (again.length === 0 || isFinal !== true) return photos;
  return { wanted: again, least: Math.min(1, again.length), most: photos.most };
}

/** For each step, the reasons for a send-back that make the agent repeat the step. */
const wanting: Partial<Record<Step, readonly string[]>> = {
  questions: ['person_not_identified', 'facts_contradict_photos', 'incomplete_facts'],
  sign: ['person_not_identified'],
  neighbours: ['neighbour_missing'],
};
const wantingAll: readonly string[] = ['wrong_premises', 'place_not_at_address'];

/**
 * Whether a visit has a step. After a send-back for photos or for a reason in `wanting`, the visit leaves out
 * each step of `wanting` that has none of the named reasons. A reason in `wantingAll` requires all steps.
 */
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
  const rest: Step[] = ['questions', 'sign', 'neighbours', 'result', 'summary'];
  return asksAgain ? [...begin, 'again', ...rest] : [...begin, ...rest];
}

export function missingPhotos(draft: Draft, plan: Plan) {
  return photosMissing(
    plan.photos,
    draft.photos.map(({ shows }) => shows),
    draft.skipped.map(({ shows }) => shows),
  );
}

/** Returns to the photos after `again`, because a final visit may need more photos than an attempt. */
export function stepAfter(step: Step, draft: Draft, plan: Plan): Step | undefined {
  if (step === 'again' && missingPhotos(draft, plan).subjects.length > 0) return 'photos';
  if (step === 'photos' && draft.isFinal === true) {
    return plan.steps.find((one) => !['where', 'found', 'photos', 'again'].includes(one));
  }
  return plan.steps[plan.steps.indexOf(step) + 1];
}

export const stepBefore = (step: Step, plan: Plan): Step | undefined =>
  plan.steps[plan.steps.indexOf(step) - 1];

export const answerOf = ({ facts, statement }: Draft, { name, goesTo }: Question): string =>
  (goesTo === 'facts' ? facts[name] : (statement as Record<string, string>)[name]) ?? '';

const impliedBy = (
  name: string,
  answer: string,
  { task }: Draft,
): Readonly<Record<string, string>> => {
  if (name === personMetField && answer === task.name) {
    return templateOf(task) === 'residence' ? { relationWithApp: 'Self' } : { relation: 'Self' };
  }
  if (name === 'yrsLivedAtCurrentAddress' && answer === sinceBirth) {
    return { previousAddress: sameAddress };
  }
  return {};
};

/**
 * Returns the sets of answers that one tap can give, to this question and to other questions. Leaves out sets
 * with questions that the visit does not ask.
 */
export const togetherIn = ({ questions }: Plan, { together = [] }: Question) =>
  together.filter((answers) =>
    Object.keys(answers).every((asked) => questions.some(({ name }) => name === asked)),
  );

const areGiven = ({ facts }: Draft, answers: Readonly<Record<string, string>>): boolean =>
  Object.entries(answers).every(([name, answer]) => facts[name] === answer);

/** Whether the answer follows from another answer, or was given with the same tap as another answer. */
export const isGiven = (draft: Draft, plan: Plan, { name }: Question): boolean =>
  Object.entries(draft.facts).some(([from, answer]) => {
    const implied = impliedBy(from, answer, draft)[name];
    return implied !== undefined && implied === draft.facts[name];
  }) ||
  plan.questions.some(
    (one) =>
      one.name !== name &&
      togetherIn(plan, one).some((answers) => name in answers && areGiven(draft, answers)),
  );

/**
 * Sets the answer, the answers that it implies, and `others`, which were given with the same tap. If the
 * answer changes, clears the answers that came with the earlier answer, so that their questions are asked
 * again.
 */
export function withAnswer(
  draft: Draft,
  { name, goesTo, together = [] }: Question,
  answer: string,
  others: Readonly<Record<string, string>> = {},
): Draft {
  if (goesTo === 'statement') {
    return { ...draft, statement: { ...draft.statement, [name]: answer } };
  }
  const facts = { ...draft.facts, [name]: answer };
  const before = draft.facts[name] ?? '';
  if (before !== answer) {
    const given = together.filter((answers) => areGiven(draft, answers));
    for (const answers of [impliedBy(name, before, draft), ...given])
      for (const [other, value] of Object.entries(answers))
        if (other !== name && facts[other] === value) facts[other] = '';
  }
  return { ...draft, facts: { ...facts, ...impliedBy(name, answer, draft), ...others } };
}
