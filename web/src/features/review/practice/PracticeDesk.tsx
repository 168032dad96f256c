import type { PracticeAnswer } from '@doorstep/contract/practice';
import { useFindings } from '../../../domain/evidence/use-findings.ts';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';
import { useReviewKeys } from '../../../domain/keys/use-review-keys.ts';
import { casePhotosOf } from '../../../domain/photos/case-photos.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CaseFacts } from '../case/facts/CaseFacts.tsx';
import { CasePhotos } from '../case/photos/CasePhotos.tsx';
import { useCaseView } from '../case/use-case-view.ts';
import { useFocusOnName } from '../case/use-focus-on-name.ts';
import { Interrupted } from '../no-case/Interrupted.tsx';
import type { PracticeCase } from './practice-cases.ts';

export const answerLabels: Record<PracticeAnswer, string> = {
  positive: 'Positive',
  negative: 'Negative',
  send_back: 'Send back',
};

const keys: readonly [PracticeAnswer, cap: string][] = [
  ['positive', 'P'],
  ['negative', 'N'],
  ['send_back', 'B'],
];

interface PracticeDeskProps {
  shown: PracticeCase;
  given: PracticeAnswer | undefined;
  onAnswer: (answer: PracticeAnswer) => void;
  onNext: () => void;
}

export function PracticeDesk({ shown, given, onAnswer, onNext }: PracticeDeskProps) {
  const { verification, answer, why } = shown;
  const id = String(verification.verification_id);
  const photos = casePhotosOf(verification);
  const view = useCaseView(id, photos.length);
  const found = useFindings(verification);
  const name = useFocusOnName(id);
  const findings = {
    ...found,
    begin: () => toast.success('You can’t dismiss findings of a practice case.'),
  };
  const only = (key: () => void) => (given ? undefined : key);
  useReviewKeys(
    {
      p: only(() => onAnswer('positive')),
      n: only(() => onAnswer('negative')),
      b: only(() => onAnswer('send_back')),
      enter: given && onNext,
      f: () => void found.next(),
      arrowright: view.next,
      arrowleft: view.previous,
      ' ': view.toggleZoom,
      r: view.turn,
      ...Object.fromEntries(photos.map((_, index) => [String(index + 1), () => view.show(index)])),
    },
    true,
  );
  return (
    <>
      <div className="case">
        <CasePhotos
          verification={verification}
          photos={photos}
          findings={found.standing}
          place={undefined}
          view={view}
          over={
            given && (
              <Interrupted
                title={given === answer ? 'As expected' : `Expected: ${answerLabels[answer]}`}
                text={
                  <>
                    You chose <b>{answerLabels[given]}</b>. {why}
                  </>
                }
                isQuiet={false}
                onNext={onNext}
              />
            )
          }
        />
        <div className="look-keys">
          <p className="col-span-full p-2">This practice case is made up and does not count.</p>
        </div>
        <CaseFacts
          verification={verification}
          photos={photos}
          photo={view.photo}
          findings={findings}
          onEnlarge={() => {}}
          nameRef={name}
        />
      </div>
      <section className="decide-keys" aria-label="Keys">
        {keys.map(([one, cap]) => (
          <KeyButton
            key={one}
            className={one === 'send_back' ? 'alone' : one}
            cap={<Cap>{cap}</Cap>}
            shortcut={cap}
            isOff={given !== undefined}
            onPress={() => onAnswer(one)}
          >
            {answerLabels[one]}
          </KeyButton>
        ))}
      </section>
    </>
  );
}
