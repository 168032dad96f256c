import { ChevronRight, CircleAlert, CircleCheck, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { placeOf } from '../../../lib/place/place-of-visit.ts';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { timeOf } from '../../../words/format.ts';
import { type Translation, useWords } from '../../../words/use-words.ts';
import { metresOf } from '../metres.ts';
import { PhotoThumb } from '../photos/PhotoThumb.tsx';
import { problemsOf } from '../problems.ts';
import { answerOf, missingPhotos, type Step } from '../steps.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit, type VisitView } from '../visit-context.ts';
import { FinishFailure } from './FinishFailure.tsx';
import { useFinish } from './use-finish.ts';

/** What is kept, what is missing, and the button that finishes the visit. */
export function SummaryStep() {
  const say = useWords();
  const visit = useVisit();
  const { go } = visit;
  // Who looks through answers that are all there goes on from one to the next, as before.
  const open = ({ step, detail, state }: SummaryRow) =>
    go(step, detail, { aside: step !== 'questions' || state !== 'done' });
  const { finish, isBusy, failure } = useFinish();
  const rows = rowsOf(visit, say);
  const lacking = rows.find(({ state }) => state === 'lacking');
  return (
    <VisitFrame
      step="summary"
      className="px-4 pt-3.5"
      kept={say('visit.allKept')}
      actions={
        lacking ? (
          <Button kind="go" onClick={() => open(lacking)}>
            {lacking.title}
          </Button>
        ) : (
          <Button kind="go" aria-disabled={isBusy} onClick={finish}>
            {isBusy ? say('summary.finishing') : say('summary.finish')}
          </Button>
        )
      }
    >
      <Heading>{say(lacking ? 'summary.notYet' : 'summary')}</Heading>
      <FinishFailure failure={failure} />
      <ul className="mt-1">
        {rows.map((row) => (
          <li key={row.step} className="border-b border-rule">
            <Row {...row} onOpen={() => open(row)} />
          </li>
        ))}
      </ul>
      <p className="flex items-center gap-2 py-3 text-sm text-muted">
        <Lock aria-hidden className="icon-small" />
        {say('summary.encrypted')}
      </p>
    </VisitFrame>
  );
}

interface SummaryRow {
  step: Step;
  detail?: number | undefined;
  /** With something `lacking` the visit can not be finished; with `partly` it can. */
  state: 'done' | 'partly' | 'lacking';
  title: string;
  hints: readonly string[];
  pictures?: ReactNode;
}

function rowsOf({ draft, plan }: VisitView, say: Translation): SummaryRow[] {
  const rows = [whereRow(draft, say), foundRow(draft, say), photosRow(draft, plan, say)];
  if (plan.steps.includes('questions')) rows.push(questionsRow(draft, plan, say));
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

function Row({ state, title, hints, pictures, onOpen }: SummaryRow & { onOpen: () => void }) {
  const Icon = state === 'done' ? CircleCheck : CircleAlert;
  const color = { done: 'text-positive', partly: 'text-warning', lacking: 'text-danger' }[state];
  return (
    <button
      type="button"
      className="flex min-h-14 w-full cursor-pointer items-center gap-3 py-2 text-start"
      onClick={onOpen}
    >
      <Icon aria-hidden className={`icon ${color}`} />
      <span className="min-w-0 flex-1 leading-tight font-semibold wrap-anywhere">
        {title}
        {hints.map((hint) => (
          <span key={hint} className="line-clamp-2 pt-0.5 text-sm font-normal text-muted">
            {hint}
          </span>
        ))}
        {pictures}
      </span>
      <ChevronRight aria-hidden className="icon text-muted" />
    </button>
  );
}
