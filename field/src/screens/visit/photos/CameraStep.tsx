import {
  type ManifestPhoto,
  type PhotoSubject,
  photoSubjects,
} from '@doorstep/contract/visits/manifest';
import { CircleCheck, MapPin, SwitchCamera } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { rememberAddress } from '../../../lib/address.ts';
import { isFull } from '../../../lib/db/database.ts';
import { placeOf } from '../../../lib/place/best-fix.ts';
import { advise } from '../../../lib/visit/photo-advice.ts';
import { addPhoto, type Taken } from '../../../lib/visit/photos.ts';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { timeOf } from '../../../words/format.ts';
import { useWords } from '../../../words/use-words.ts';
import { metresOf } from '../metres.ts';
import { missingPhotos } from '../steps.ts';
import { useVisit } from '../visit-context.ts';
import { AdviceNotice } from './AdviceNotice.tsx';
import { CameraFallback } from './CameraFallback.tsx';
import { PhotoThumb } from './PhotoThumb.tsx';
import { SubjectChips } from './SubjectChips.tsx';
import { useCamera } from './use-camera.ts';
import { Corners, LiveView, Torch } from './Viewfinder.tsx';

/**
 * Has its own viewfinder, because a photo from the phone's camera app loses its GPS position on the way to
 * the page. Android may also close the page while the camera app is open.
 */
export function CameraStep({ subject }: { subject: string }) {
  const say = useWords();
  const { draft, plan, go, goOn, goBack } = useVisit();
  // `nameplate.<sha256>` means that the new photo replaces the photo with this hash.
  const [first = '', replaced] = subject.split('.');
  const [shows, setShows] = useState<PhotoSubject>(
    () => photoSubjects.find((one) => one === first) ?? 'other',
  );
  const [toReplace, setToReplace] = useState<Taken['replaces']>(replaced);
  const { camera, failure, flip } = useCamera();
  const [isTaking, setTaking] = useState(false);
  const [pending, setPending] = useState<readonly PhotoSubject[]>([]);
  /** The subjects that were photographed since the viewfinder opened. */
  const shot = useRef(new Set<PhotoSubject>());
  const [problem, setProblem] = useState<'full' | 'failed'>();
  const [news, setNews] = useState('');
  const name = say(`shows.${shows}`);
  const hasMost = draft.photos.length + pending.length >= plan.photos.most && !toReplace;
  const { wanted } = plan.photos;
  const settled = [...draft.photos, ...draft.skipped].map((one) => one.shows).concat(pending);
  /** Whether all wanted photos are taken or skipped, and the agent has not chosen another subject. */
  const isWantedOver =
    shows === 'other' && wanted.length > 0 && wanted.every((one) => settled.includes(one));

  const add = async (picture: Blob, source: ManifestPhoto['source']) => {
    // A photo counts as taken while it is still being saved. Otherwise the agent would be asked for it
    // again.
    shot.current.add(shows);
    const settledBefore = new Set([...draft.photos, ...draft.skipped].map((one) => one.shows));
    setPending((before) => [...before, shows]);
    setProblem(undefined);
    setShows(wanted.find((one) => !settledBefore.has(one) && !shot.current.has(one)) ?? 'other');
    setToReplace(undefined);
    const adding = addPhoto(draft.visitId, {
      ...{ picture, source, shows, replaces: toReplace },
      onShrunk: (jpeg) => check?.(jpeg),
    });
    const check = advise(
      draft.visitId,
      shows,
      adding.catch(() => undefined),
    );
    try {
      await adding;
      setNews(say('camera.photoKept', { name }));
      return true;
    } catch (error) {
      shot.current.delete(shows);
      setProblem(isFull(error) ? 'full' : 'failed');
      reportError(error);
      return false;
    } finally {
      setPending((before) => before.toSpliced(before.indexOf(shows), 1));
    }
  };
  const shoot = async () => {
    if (!camera || isTaking || hasMost) return;
    setTaking(true);
    try {
      // Doesn't wait until the photo is stored, so that the agent can take the next photo immediately.
      void add(await camera.take(), 'viewfinder');
    } catch (error) {
      setProblem('failed');
      reportError(error);
    }
    setTaking(false);
  };
  // Does nothing while a photo is being saved, because the draft does not have this photo yet.
  const done = () => {
    if (pending.length > 0) return;
    const isWhole = missingPhotos(draft, plan).subjects.length === 0;
    // Skips the list of photos if no wanted photo is missing.
    if (isWhole && wanted.length > 0 && !replaced && first !== 'other') goOn('photos');
    else goBack('camera');
  };
  if (failure) {
    return (
      <CameraFallback
        failure={failure}
        name={name}
        isSaving={pending.length > 0}
        hasProblem={problem !== undefined}
        onPicture={async (file) => {
          const isHere = rememberAddress();
          if ((await add(file, 'camera_app')) && isHere()) goBack('camera');
        }}
        onBack={done}
      />
    );
  }
  return (
    <div className="relative isolate flex h-full flex-col bg-[#0a1615] text-on-pine">
      <Heading className="sr-only">{say('camera.take', { name })}</Heading>
      <div className="relative min-h-0 flex-1 overflow-hidden">
        {camera && <LiveView camera={camera} />}
        <div className="relative flex items-center justify-between p-2">
          <PlacePill />
          <Button
            kind="icon"
            className="rounded-full bg-[#0a1615]/82"
            aria-label={say('camera.flip')}
            onClick={flip}
          >
            <SwitchCamera aria-hidden className="icon" />
          </Button>
        </div>
        <p className="pointer-events-none absolute inset-x-0 top-[26%] text-center">
          {camera && isWantedOver ? (
            <Pill isGood>
              <CircleCheck aria-hidden className="icon-small" />
              {say('camera.allTaken')}
            </Pill>
          ) : (
            <Pill>{say(camera ? `hint.${shows}` : 'camera.opening')}</Pill>
          )}
        </p>
        {camera && <Corners />}
        <ul
          className="absolute inset-x-0 bottom-0 flex gap-2 overflow-x-auto px-3 pb-2.5"
          aria-label={say.count('camera.taken', draft.photos.length)}
        >
          {draft.photos.map((photo) => (
            <li key={photo.sha256} className="flex-none">
              <button
                type="button"
                aria-label={say('camera.view', { name: say(`shows.${photo.shows}`) })}
                className="block size-13 cursor-pointer overflow-hidden rounded-md border-2 border-on-pine"
                onClick={() => go('photo', photo.sha256)}
              >
                <PhotoThumb visitId={draft.visitId} sha256={photo.sha256} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <p role="status" className="sr-only">
        {pending.length > 0 ? say('camera.keeping') : news}
        {isWantedOver && ` ${say('camera.allTaken')}`}
      </p>
      {(problem || hasMost) && (
        <p role="alert" className="px-3 pt-2 text-center font-semibold text-amber">
          {problem === 'full'
            ? `${say('visit.notKept')}. ${say('visit.notKeptHint')}`
            : problem
              ? say('camera.notTaken')
              : say('photos.most', { most: plan.photos.most })}
        </p>
      )}
      <div className="max-h-[45cqb] overflow-y-auto px-3 pt-2 text-ink empty:hidden">
        <AdviceNotice
          onTakeAgain={(advice) => {
            setShows(advice.shows);
            setToReplace(advice.stored.then((photo) => photo?.sha256));
          }}
        />
      </div>
      <SubjectChips shows={shows} onChoose={setShows} />
      <div className="grid grid-cols-[1fr_80px_1fr] items-center px-3 pt-1 pb-4">
        <Button
          kind={isWantedOver ? 'amber' : 'pine'}
          className="min-h-12 min-w-[84px] flex-none justify-self-start text-base wrap-anywhere"
          aria-disabled={pending.length > 0}
          onClick={done}
        >
          {say(pending.length > 0 ? 'visit.keeping' : 'camera.done')}
        </Button>
        <button
          type="button"
          aria-label={say('camera.take', { name })}
          aria-disabled={!camera || isTaking || hasMost}
          className="size-20 cursor-pointer rounded-full border-5 border-amber bg-[radial-gradient(circle,#fff_62%,transparent_63.5%)] aria-disabled:opacity-50"
          onClick={() => void shoot()}
        />
        {camera?.hasTorch && <Torch key={camera.stream.id} camera={camera} />}
      </div>
    </div>
  );
}

function PlacePill() {
  const say = useWords();
  const place = placeOf(useVisit().draft);
  return (
    <Pill>
      <MapPin aria-hidden className="icon-small" />
      {place
        ? `${metresOf(place.accuracy_m, say)} · ${timeOf(say.language, place.at)}`
        : say('camera.noPlace')}
    </Pill>
  );
}

const Pill = ({ children, isGood }: { children: ReactNode; isGood?: boolean }) => (
  <span
    className={`inline-flex min-h-8 items-center gap-1.5 rounded-2xl px-3 py-0.5 text-sm font-semibold ${isGood ? 'bg-amber text-on-amber' : 'bg-[#0a1615]/82'}`}
  >
    {children}
  </span>
);
