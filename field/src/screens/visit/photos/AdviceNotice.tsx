import {
  dismissAdvice,
  type PhotoAdvice,
  usePhotoAdvice,
} from '../../../lib/visit/photo-advice.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useVisit } from '../visit-context.ts';

export function AdviceNotice({ onTakeAgain }: { onTakeAgain: (advice: PhotoAdvice) => void }) {
  const say = useWords();
  const { draft, go } = useVisit();
  const advice = usePhotoAdvice(draft.visitId);
  if (!advice) return null;
  const { id, shows, faults, stored } = advice;
  const isDocument = shows === 'document';
  const [first, ...others] = [
    ...faults.map((fault) => say(`advice.${fault}`)),
    ...(isDocument ? [say('advice.aadhaar')] : []),
  ];
  const crop = async () => {
    const photo = await stored;
    if (photo) go('crop', photo.sha256);
  };
  const small = 'min-h-12! flex-auto! px-2! text-base! wrap-anywhere';
  return (
    <Notice
      kind={faults.length > 0 ? 'warning' : 'info'}
      title={`${say(`shows.${shows}`)}: ${first}`}
      isNews
    >
      {others.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          kind="alt"
          className={small}
          onClick={() => {
            dismissAdvice(id);
            onTakeAgain(advice);
          }}
        >
          {say('photo.retake')}
        </Button>
        {isDocument && (
          <Button kind="alt" className={small} onClick={() => void crop()}>
            {say('photo.crop')}
          </Button>
        )}
        <Button kind="alt" className={small} onClick={() => dismissAdvice(id)}>
          {say('advice.keep')}
        </Button>
      </div>
    </Notice>
  );
}
