import { type ReactNode, useMemo } from 'react';
import { useIsAllKept } from '../../lib/visit/draft.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { AmberPin, KeptSign } from '../../ui/Marks.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { timeOf } from '../../words/format.ts';
import { useWords, type WordKey } from '../../words/use-words.ts';
import { NotKept } from '../NotKept.tsx';
import { templateOf } from '../places.ts';
import type { Step } from './steps.ts';
import { useVisit } from './visit-context.ts';

interface VisitFrameProps {
  step: Step;
  children: ReactNode;
  /** Names the content, where several share one frame. */
  content?: string;
  isLow?: boolean;
  className?: string;
  /** The buttons beside Back; by default a Next button. */
  actions?: ReactNode;
  /** The text of the line that says what is kept; by default "Saved on this phone". */
  kept?: string;
  /** What Back does, if not opening the step before. */
  onBack?: () => void;
}

/** The frame of each step: the applicant, the progress, what is kept, Back and Next. */
export function VisitFrame(props: VisitFrameProps) {
  const { step, children, content, isLow, className, actions, kept, onBack } = props;
  const say = useWords();
  const { draft, goOn, goBack, keeping } = useVisit();
  return (
    <Screen
      content={content}
      isLow={isLow ?? false}
      className={className ?? 'px-4 pt-4 pb-2'}
      header={
        <header className="flex-none bg-pine px-4 pt-2.5 pb-3 text-on-pine">
          <p className="flex flex-wrap justify-between gap-x-2 font-semibold">
            <span className="wrap-anywhere">{draft.task.name}</span>
            <span className="font-normal text-on-pine-muted">{say(templateOf(draft.task))}</span>
          </p>
          <Round step={step} />
        </header>
      }
      foot={
        <div className="screen-foot flex flex-none flex-wrap gap-2 bg-paper px-3">
          <KeptLine words={kept} />
          <BackButton label={say('back')} onClick={onBack ?? (() => goBack(step))} />
          {actions ?? (
            <Button kind="go" onClick={() => goOn(step)}>
              {say('next')}
            </Button>
          )}
        </div>
      }
    >
      {keeping !== 'kept' && (
        <div className="mb-3">
          <NotKept problem={keeping} />
        </div>
      )}
      {children}
    </Screen>
  );
}

/** The progress: a row of stops, the current one a pin. */
function Round({ step }: { step: Step }) {
  const say = useWords();
  const { plan } = useVisit();
  const at = Math.max(0, plan.steps.indexOf(step));
  return (
    <ol
      className="mt-1.5 flex h-[26px] items-center"
      aria-label={say('visit.step', {
        at: at + 1,
        of: plan.steps.length,
        name: say(stepWords[step]),
      })}
    >
      {plan.steps.map((stop, index) => (
        <li
          key={stop}
          aria-current={index === at ? 'step' : undefined}
          aria-label={say(stepWords[stop])}
          className={`flex items-center last:flex-none ${index < plan.steps.length - 1 ? 'flex-1' : ''}`}
        >
          {index === at ? (
            <AmberPin className="mx-[-3px] h-[26px] w-6 flex-none" />
          ) : (
            <span
              className={`size-3.5 flex-none rounded-full border-2 ${index < at ? 'border-amber bg-amber' : 'border-[#8fb0ab]'}`}
            />
          )}
          {index < plan.steps.length - 1 && (
            <span className={`dots mx-1 flex-1 ${index < at ? 'text-amber' : 'text-[#8fb0ab]'}`} />
          )}
        </li>
      ))}
    </ol>
  );
}

const stepWords: Record<Step, WordKey> = {
  where: 'where',
  found: 'found',
  photos: 'photos',
  again: 'step.again',
  questions: 'step.questions',
  neighbours: 'neighbours',
  result: 'result',
  summary: 'summary',
};

/** Says that all is kept; empty while a change is being written. */
function KeptLine({ words }: { words: string | undefined }) {
  const say = useWords();
  const { keeping, draft } = useVisit();
  const isAllKept = useIsAllKept();
  // The draft is another object after each change that is on the phone.
  const keptAt = useMemo(() => draft && new Date(), [draft]);
  const isFailed = keeping !== 'kept';
  return (
    <p
      className={`-mx-3 -mb-1 flex min-h-8 flex-[1_0_100%] items-center justify-center gap-1.5 border-t border-rule px-3 text-center text-sm font-semibold ${isFailed ? 'text-danger' : 'text-positive'}`}
    >
      <span className={`flex items-center gap-1.5 ${isAllKept ? '' : 'invisible'}`}>
        {!isFailed && <KeptSign />}
        {isFailed
          ? say(keeping === 'full' ? 'visit.notKept' : 'visit.keepFailed')
          : (words ?? say('visit.kept'))}
        {!isFailed && !words && (
          <time className="if-room font-normal">{timeOf(say.language, keptAt)}</time>
        )}
      </span>
    </p>
  );
}
