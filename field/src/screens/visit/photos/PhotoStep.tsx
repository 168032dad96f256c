import { Camera, Crop, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isFull } from '../../../lib/db/database.ts';
import { removePhoto, usePhotoUrl } from '../../../lib/visit/photos.ts';
import { BackButton, Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { timeOf } from '../../../words/format.ts';
import { useWords } from '../../../words/use-words.ts';
import { NotSaved } from '../../NotSaved.tsx';
import { metresOf } from '../metres.ts';
import { useVisit } from '../visit-context.ts';

export function PhotoStep({ sha256 }: { sha256: string }) {
  const say = useWords();
  const { draft, go, goBack } = useVisit();
  const url = usePhotoUrl(draft.visitId, sha256);
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState<'full' | 'failed'>();
  const photo = draft.photos.find((one) => one.sha256 === sha256);
  // The address of a deleted photo may still be in the history or in another tab.
  const isGone = photo === undefined;
  useEffect(() => {
    if (isGone) go('photos', undefined, { replace: true });
  }, [isGone, go]);
  if (!photo) return null;
  const name = say(`shows.${photo.shows}`);
  const place = photo.fix ? metresOf(photo.fix.accuracy_m, say) : say('photo.noPlace');
  const remove = async () => {
    try {
      await removePhoto(draft.visitId, sha256);
      goBack('photo');
    } catch (error) {
      setProblem(isFull(error) ? 'full' : 'failed');
      reportError(error);
    }
  };
  // Replaces the history entry, because Back would otherwise lead to the deleted photo.
  const takeAgain = () => go('camera', `${photo.shows}.${sha256}`, { replace: true });
  return (
    <div className="flex h-full flex-col bg-[#0a1615] text-on-pine">
      <div className="px-4 py-3">
        <Heading className="text-xl!">{name}</Heading>
        <p className="text-sm text-on-pine-muted">
          {say('photo.at', { time: timeOf(say.language, photo.captured_at), place })}
          {photo.source === 'camera_app' && ` · ${say('photo.camera_app')}`}
          {photo.cropped_from && ` · ${say('photo.cropped')}`}
        </p>
      </div>
      <div className="relative min-h-0 flex-1">
        {url && <img src={url} alt={name} className="absolute inset-0 size-full object-contain" />}
      </div>
      {problem && (
        <div className="px-3 pt-3">
          <NotSaved problem={problem} />
        </div>
      )}
      <div className="screen-foot flex flex-none flex-wrap gap-2 bg-[#0a1615] px-3 pt-3">
        <BackButton
          isOnPine
          label={say('back')}
          onClick={() => (isSure ? setSure(false) : goBack('photo'))}
        />
        {isSure ? (
          // Takes the focus, because it replaces the button that was pressed.
          <Button kind="amber" autoFocus onClick={() => void remove()}>
            {say('photo.sure')}
          </Button>
        ) : (
          <>
            <Button kind="pine" className="flex-none" onClick={() => setSure(true)}>
              <Trash2 aria-hidden className="icon" />
              <span className="sr-only">{say('photo.delete')}</span>
            </Button>
            {photo.shows === 'document' && (
              <Button kind="pine" onClick={() => go('crop', sha256, { replace: true })}>
                <Crop aria-hidden className="icon" />
                {say('photo.crop')}
              </Button>
            )}
            <Button kind="amber" onClick={takeAgain}>
              <Camera aria-hidden className="icon" />
              {say('photo.retake')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
