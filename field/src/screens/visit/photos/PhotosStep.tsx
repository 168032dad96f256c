import type { ManifestPhoto, PhotoSubject } from '@doorstep/contract/visits/manifest';
import { Camera, Check, CircleSlash, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PhotoAdvice } from '../../../lib/visit/photo-advice.ts';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { useWords } from '../../../words/use-words.ts';
import { missingPhotos } from '../steps.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';
import { AdviceNotice } from './AdviceNotice.tsx';
import { PhotoThumb } from './PhotoThumb.tsx';

export function PhotosStep() {
  const say = useWords();
  const { draft, plan, go, goOn } = useVisit();
  const { wanted, least, most } = plan.photos;
  const missing = missingPhotos(draft, plan);
  const next = missing.subjects[0];
  const others = draft.photos.filter((photo) => !isFirstOf(draft.photos, photo, wanted));
  const isFull = draft.photos.length >= most;
  const taken = wanted.filter((one) => draft.photos.some(({ shows }) => shows === one)).length;
  const takeAgain = async ({ shows, stored }: PhotoAdvice) => {
    const photo = await stored;
    if (photo) go('camera', `${shows}.${photo.sha256}`);
  };
  const head = () => {
    if (wanted.length === 0) return say('photos.noneWanted');
    const counts = { taken, wanted: wanted.length };
    return least > 1 ? say('photos.needs', { ...counts, least }) : say('photos.some', counts);
  };
  return (
    <VisitFrame
      step="photos"
      {...(draft.photos.length > 0 && {
        kept: say.count('visit.photosKept', draft.photos.length),
      })}
      actions={
        <>
          {missing.more === 0 && (
            <Button
              kind={next ? 'alt' : 'go'}
              className={next ? 'flex-none' : ''}
              onClick={() => goOn('photos')}
            >
              {say('next')}
            </Button>
          )}
          {next && (
            <Button kind="go" className="min-w-fit px-2" onClick={() => go('camera', next)}>
              <Camera aria-hidden className="icon" />
              {say(`shows.${next}`)}
            </Button>
          )}
        </>
      }
    >
      <Heading>{say('photos')}</Heading>
      <p className="mt-1 text-muted">{head()}</p>
      <div className="mt-2 empty:hidden">
        <AdviceNotice onTakeAgain={(advice) => void takeAgain(advice)} />
      </div>
      <ul className="mt-3.5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(92px,4.5rem)),1fr))] gap-x-2 gap-y-3">
        {wanted.map((subject) => (
          <li key={subject}>
            <Wanted subject={subject} isNext={subject === next} />
          </li>
        ))}
        {others.map((photo) => (
          <li key={photo.sha256}>
            <Taken photo={photo} />
          </li>
        ))}
        {!isFull && (
          <li>
            <Slot
              label={say('photos.another')}
              look="border-2 border-dashed border-edge bg-panel text-accent"
              onClick={() => go('camera', 'other')}
            >
              <Plus aria-hidden className="icon" />
            </Slot>
          </li>
        )}
      </ul>
      {missing.subjects.length > 0 && (
        <Button kind="text" className="mt-1" onClick={() => go('skip')}>
          {say('photos.cant')}
        </Button>
      )}
      {isFull && <p className="mt-2 text-sm text-muted">{say('photos.most', { most })}</p>}
    </VisitFrame>
  );
}

/** Whether a photo is the first one of a wanted subject. The list shows this photo for the subject. */
function isFirstOf(
  photos: readonly ManifestPhoto[],
  photo: ManifestPhoto,
  wanted: readonly PhotoSubject[],
): boolean {
  return (
    wanted.includes(photo.shows) && photos.find(({ shows }) => shows === photo.shows) === photo
  );
}

function Wanted({ subject, isNext }: { subject: PhotoSubject; isNext: boolean }) {
  const say = useWords();
  const { draft, go } = useVisit();
  const photo = draft.photos.find(({ shows }) => shows === subject);
  if (photo) return <Taken photo={photo} />;
  const skipped = draft.skipped.find(({ shows }) => shows === subject);
  if (skipped) {
    const words = say('photos.skipped', { reason: say(`skip.${skipped.reason}`) });
    return (
      <Slot
        label={say(`shows.${subject}`)}
        hint={words}
        look="bg-sunken text-muted"
        onClick={() => go('skip', subject)}
      >
        <CircleSlash aria-hidden className="icon" />
      </Slot>
    );
  }
  return (
    <Slot
      label={say(`shows.${subject}`)}
      said={say('photos.take', { name: say(`shows.${subject}`) })}
      look={
        isNext
          ? 'border-3 border-amber bg-pine text-amber'
          : 'border-2 border-dashed border-edge bg-panel text-accent'
      }
      onClick={() => go('camera', subject)}
    >
      <Camera aria-hidden className={isNext ? 'size-9' : 'icon'} />
    </Slot>
  );
}

function Taken({ photo }: { photo: ManifestPhoto }) {
  const say = useWords();
  const { draft, go } = useVisit();
  const name = say(`shows.${photo.shows}`);
  return (
    <Slot
      label={name}
      said={say('photos.open', { name })}
      look="bg-sunken"
      onClick={() => go('photo', photo.sha256)}
    >
      <PhotoThumb visitId={draft.visitId} sha256={photo.sha256} />
      <span className="absolute end-1.5 bottom-1.5 grid size-6 place-items-center rounded-full bg-pine text-amber">
        <Check aria-hidden className="size-4 stroke-3" />
      </span>
    </Slot>
  );
}

interface SlotProps {
  label: string;
  /** The label for screen readers. Default: `label`. */
  said?: string;
  hint?: string;
  look: string;
  onClick: () => void;
  children: ReactNode;
}

function Slot({ label, said, hint, look, onClick, children }: SlotProps) {
  return (
    <button
      type="button"
      className="grid w-full cursor-pointer grid-cols-1 content-start gap-1 text-start text-sm leading-tight font-semibold"
      onClick={onClick}
      {...(said && { 'aria-label': said })}
    >
      <span
        className={`relative grid aspect-square place-items-center overflow-hidden rounded-lg ${look}`}
      >
        {children}
      </span>
      {label}
      {hint && <span className="font-normal text-muted">{hint}</span>}
    </button>
  );
}
