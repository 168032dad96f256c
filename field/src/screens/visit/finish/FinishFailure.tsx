import { isFull } from '../../../lib/db/database.ts';
import { BadVisit, NotLoaded } from '../../../lib/visit/finish-visit.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { type Translation, useWords } from '../../../words/use-words.ts';
import { useVisit, type VisitView } from '../visit-context.ts';

export function FinishFailure({ failure }: { failure: unknown }) {
  const say = useWords();
  const visit = useVisit();
  if (failure === undefined) return null;
  const [title, hint] = wordsOf(failure, visit, say);
  return (
    <div className="mt-2">
      <Notice kind="danger" title={title} isNews>
        {hint}
      </Notice>
    </div>
  );
}

function wordsOf(failure: unknown, visit: VisitView, say: Translation): [string, string] {
  if (failure instanceof BadVisit) {
    return [say('summary.wrong', { name: nameOf(failure, visit, say) }), say('summary.badHint')];
  }
  if (isFull(failure)) return [say('summary.failed'), say('summary.failedHint')];
  if (failure instanceof NotLoaded) return [say('summary.notLoaded'), say('summary.notLoadedHint')];
  return [say('summary.notFinished'), say('summary.notFinishedHint')];
}

/**
 * Returns the name of the question or step with the first problem. The keys of `problems` are fields such as
 * `statement.remark` or `photos.12`.
 */
function nameOf({ problems, message }: BadVisit, { plan }: VisitView, say: Translation): string {
  const [part, name] = Object.keys(problems)[0]?.split('.') ?? [];
  if (part === 'photos' || part === 'photos_skipped') return say('photos');
  if (name === 'remark') return say('result.remark');
  const question = [...plan.questions, ...plan.neighbours.flat()].find((one) => one.name === name);
  return question ? say.question(question.key, question.text) : message;
}
