import type { ReactNode } from 'react';
import { placeOf } from '../../../lib/place/best-fix.ts';
import { timeOf } from '../../../words/format.ts';
import type { Translation } from '../../../words/use-words.ts';
import { metresOf } from '../metres.ts';
import { PhotoThumb } from '../photos/PhotoThumb.tsx';
import { problemsOf } from '../problems.ts';
import { answerOf, missingPhotos, type Step } from '../steps.ts';
import type { VisitView } from '../visit-context.ts';

export interface SummaryRow {
  step: Step;
  detail?: number | undefined;
  /** `lacking` prevents finishing the visit; `partly` does not. */
  state: 'done' | 'partly' | 'lacking';
  title: string;
  hints: readonly string[];
  pictures?: ReactNode;
}

export function rowsOf({ draft, plan }: VisitView, say: Translation): SummaryRow[] {
  const rows = [whereRow(draft, say), foundRow(draft, say), photosRow(draft, plan, say)];
  if (plan.steps.includes('questions')) rows.push(questionsRow(draft, plan, say));
  if (plan.steps.includes('sign')) rows.push(signRow(draft, say));
  if (plan.steps.includes('neighbours')) rows.push(neighboursRow(draft, plan, say));
  rows.push(resultRow(draft, say));
  return rows;
}

type Draft = VisitView['draft'];
type Plan = VisitView['plan'];

function whereRow(draft: Draft, say: Translation): SummaryRow {
  const place = placeOf(draft);
  const time = (moment: string | Date) => timeOf(say.language, moment);
  return {
    step: 'where',
    state: place ? 'done' : 'partly',
    title: place
      ? say('summary.place', { place: metresOf(place.accuracy_m, say) })
      : say('where.none'),
    hints: [say('summary.time', { from: time(draft.arrivedAt), to: time(new Date()) })],
  };
}

const foundRow = ({ outcome }: Draft, say: Translation): SummaryRow => ({
  step: 'found',
  state: outcome ? 'done' : 'lacking',
  title: say(outcome ? `found.${outcome}` : 'found'),
  hints: [],
});

function photosRow(draft: Draft, plan: Plan, say: Translation): SummaryRow {
  const missing = missingPhotos(draft, plan);
  const names = (list: readonly { shows: (typeof plan.photos.wanted)[number] }[]) =>
    list.map(({ shows }) => say(`shows.${shows}`)).join(', ');
  const skipped = draft.skipped.filter(({ shows }) => plan.photos.wanted.includes(shows));
  const wanted = missing.subjects.map((shows) => ({ shows }));
  const count = draft.photos.length;
  return {
    step: 'photos',
    state: missing.more > 0 ? 'lacking' : wanted.length + skipped.length > 0 ? 'partly' : 'done',
    title:
      missing.more > 0
        ? say.count('summary.photosMore', missing.more)
        : count === 0
          ? say('summary.noPhotos')
          : say.count('summary.photos', count),
    hints: [
      ...(wanted.length > 0 ? [say('summary.photosMissing', { names: names(wanted) })] : []),
      ...(skipped.length > 0 ? [say('summary.skipped', { names: names(skipped) })] : []),
    ],
    pictures: count > 0 && (
      <span className="flex flex-wrap gap-1 pt-1">
        {draft.photos.map(({ sha256 }) => (
          <PhotoThumb
            key={sha256}
            visitId={draft.visitId}
            sha256={sha256}
            className="size-10 rounded-sm"
          />
        ))}
      </span>
    ),
  };
}

function questionsRow(draft: Draft, plan: Plan, say: Translation): SummaryRow {
  const { questions } = plan;
  const problems = problemsOf(draft);
  const wrong = questions.findIndex(({ name }) => problems[name]);
  const open = questions.filter((question) => answerOf(draft, question).trim() === '');
  const nameOf = (index: number) => {
    const question = questions[index];
    return question ? say.question(question.key, question.text) : '';
  };
  const firstOpen = open[0] ? questions.indexOf(open[0]) : 0;
  const hint =
    open.length > 1
      ? say.count('summary.unansweredMore', open.length - 1, { name: nameOf(firstOpen) })
      : say('summary.unanswered', { name: nameOf(firstOpen) });
  if (wrong >= 0) {
    return {
      step: 'questions',
      detail: wrong + 1,
      state: 'lacking',
      title: say('summary.wrong', { name: nameOf(wrong) }),
      hints: [],
    };
  }
  return {
    step: 'questions',
    detail: firstOpen + 1,
    state: open.length > 0 ? 'partly' : 'done',
    title: say('summary.answered', { done: questions.length - open.length, of: questions.length }),
    hints: open.length > 0 ? [hint] : [],
  };
}

function signRow({ signature, visitId }: Draft, say: Translation): SummaryRow {
  const file = signature?.file;
  return {
    step: 'sign',
    state: !signature ? 'lacking' : signature.answer === 'not_asked' ? 'partly' : 'done',
    title: say(signature ? `sign.${signature.answer}` : 'sign.ask'),
    hints: [],
    pictures: file && (
      <span className="block w-24 pt-1">
        <PhotoThumb visitId={visitId} sha256={file.sha256} className="h-12 rounded-sm bg-white" />
      </span>
    ),
  };
}

function neighboursRow(draft: Draft, plan: Plan, say: Translation): SummaryRow {
  const problems = problemsOf(draft);
  const wrong = plan.neighbours.flat().find(({ name }) => problems[name]);
  const asked = plan.neighbours.filter((list) =>
    list.some((question) => answerOf(draft, question).trim() !== ''),
  ).length;
  return {
    step: 'neighbours',
    state: wrong ? 'lacking' : asked > 0 ? 'done' : 'partly',
    title: wrong
      ? say('summary.wrong', { name: say.question(wrong.key, wrong.text) })
      : asked > 0
        ? say.count('summary.neighbours', asked)
        : say('summary.noNeighbours'),
    hints: [],
  };
}

function resultRow(draft: Draft, say: Translation): SummaryRow {
  const {
    observation,
    statement: { remark },
  } = draft;
  const isWrong = problemsOf(draft).remark !== undefined;
  return {
    step: 'result',
    state: !observation || isWrong ? 'lacking' : 'done',
    title: isWrong
      ? say('summary.wrong', { name: say('result.remark') })
      : observation
        ? say(`result.${observation}`)
        : say('summary.noOpinion'),
    hints: [remark.trim() || say('summary.noRemark')],
  };
}
