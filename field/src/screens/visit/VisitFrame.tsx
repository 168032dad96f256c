import { type ReactNode, useMemo } from 'react';
import { useIsAllSaved } from '../../lib/visit/draft.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { AmberPin, SavedSign } from '../../ui/Marks.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { timeOf } from '../../words/format.ts';
import { useWords, type WordKey } from '../../words/use-words.ts';
import { NotSaved } from '../NotSaved.tsx';
import { templateOf } from '../places.ts';
import type { Step } from './steps.ts';
import { useVisit } from './visit-context.ts';

interface VisitFrameProps {
  step: Step;
  children: ReactNode;
  /** Identifies the content if several steps or questions share one frame. */
  content?: string;
  isLow?: boolean;
  className?: string;
  /** The buttons next to Back. Default: a Next button. */
  actions?: ReactNode;
  /** The text about what is saved. Default: "Saved on this phone". */
  kept?: string;
  onBack?: () => void;
}

export function VisitFrame(props: VisitFrameProps) {
  const { step, children, content, isLow, className, actions, kept, onBack } = props;
  const say = useWords();
  const { draft, goOn, goBack, keeping, practice } = useVisit();
  return (
    <Screen
      content={content}
      isLow={isLow}
      className={className ?? 'px-4 pt-4 pb-2'}
      header={
        <header className="flex-none bg-pine px-4 pt-2.5 pb-3 text-on-pine">
          <p className="flex flex-wrap justify-between gap-x-2 font-semibold">
            <span className="wrap-anywhere">{draft.task.name}</span>
            <span className="font-normal text-on-pine-muted">
              {say(practice ? 'practice' : templateOf(draft.task))}
            </span>
          </p>
          <Round step={step} />
        </header>
      }
      foot={
        <div className="screen-foot flex flex-none flex-wrap gap-2 bg-paper px-3">
          <SavedLine words={practice ? say('practice.kept') : kept} />
          <BackButton label={say('back')} onClick={onBack ?? (() => goBack(step))} />
          {actions || (
            <Button kind="go" onClick={() => goOn(step)}>
              {say('next')}
            </Button>
          )}
        </div>
      }
    >
      {keeping !== 'kept' && (
        <div className="mb-3">
          <NotSaved problem={keeping} />
        </div>
      )}
      {practice && (
        <details open={step === 'found'} className="mb-3 rounded-lg bg-sunken px-3">
          <summary className="flex min-h-12 cursor-pointer items-center font-semibold">
            {say('practice.see')}
          </summary>
          <p className="pb-3">{practice}</p>
        </details>
      )}
      {children}
    </Screen>
  );
}

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
  sign: 'sign',
  neighbours: 'neighbours',
  result: 'result',
  summary: 'summary',
};

/** Says whether the visit is saved. The text is hidden while a change is being stored. */
function SavedLine({ words }: { words: string | undefined }) {
  const say = useWords();
  const { keeping, draft, practice } = useVisit();
  const isAllKept = useIsAllSaved();
  // The draft is a new object after each stored change, so this is the time of the last change.
  const keptAt = useMemo(() => draft && new Date(), [draft]);
  const isFailed = keeping !== 'kept';
  return (
    <p
      className={`-mx-3 -mb-1 flex min-h-8 flex-[1_0_100%] items-center justify-center gap-1.5 border-t border-rule px-3 text-center text-sm font-semibold ${isFailed ? 'text-danger' : 'text-positive'}`}
    >
      <span className={`flex items-center gap-1.5 ${isAllKept ? '' : 'invisible'}`}>
        {!isFailed && !practice && <SavedSign />}
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
