import type { Finding } from '@doorstep/contract/evidence/findings';
import { useState } from 'react';
import { ApiImage } from '../../lib/api/ApiImage.tsx';
import { imageUrl } from '../../lib/api/image-url.ts';
import { Lightbox } from '../../ui/photo/Lightbox.tsx';
import type { LooseVerification } from '../verifications/loose-verification.ts';
import { OtherLender } from './OtherLender.tsx';
import { type Pair, pairsOf, takenAt } from './pairs.ts';

interface FindingPhotosProps {
  finding: Finding;
  verification: LooseVerification;
  /** Called to enlarge a pair of photos. If absent, the photos open in a lightbox. */
  onEnlarge?: ((finding: Finding, pair: number) => void) | undefined;
}

export function FindingPhotos({ finding, verification, onEnlarge }: FindingPhotosProps) {
  const [shown, setShown] = useState<number>();
  const pairs = pairsOf(verification, finding);
  if (pairs.length === 0) return null;
  const slides = pairs.flatMap((pair) => slidesOf(pair, verification));
  const enlarge = (pair: Pair, isOther: boolean) =>
    onEnlarge
      ? onEnlarge(finding, pairs.indexOf(pair))
      : setShown(slides.findIndex(({ of }) => of === (isOther ? pair.other : pair.own)));
  const alone = pairs.filter(({ other }) => !other);
  return (
    <>
      {pairs
        .filter(({ other }) => other)
        .map((pair) => (
          <PhotoPair
            key={pair.own.index}
            pair={pair}
            verification={verification}
            onEnlarge={(isOther) => enlarge(pair, isOther)}
          />
        ))}
      {alone.length > 0 && (
        <ul className="finding-thumbs">
          {alone.map((pair) => (
            <li key={pair.own.index}>
              <Picture
                src={pair.own.photo.thumbnail}
                alt={`photo ${pair.own.index + 1}`}
                onEnlarge={() => enlarge(pair, false)}
              />
              Photo {pair.own.index + 1}
            </li>
          ))}
        </ul>
      )}
      {shown !== undefined && (
        <Lightbox
          index={shown}
          slides={slides.map(({ of: _, ...slide }) => slide)}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

const slidesOf = ({ own, other }: Pair, verification: LooseVerification) => [
  {
    of: own as object,
    src: imageUrl(own.photo.url),
    alt: own.photo.alt,
    title: `This visit, photo ${own.index + 1}`,
    description: [verification.applicant, verification.agent, own.photo.taken]
      .filter(Boolean)
      .join(' · '),
  },
  ...(other
    ? [
        {
          of: other as object,
          src: imageUrl(other.photo.url),
          alt: `Photo of application ${other.of.application_id}`,
          title: `Application ${other.of.application_id}`,
          description: [other.of.applicant, other.of.agent, takenAt(other.photo)]
            .filter(Boolean)
            .join(' · '),
        },
      ]
    : []),
];

interface PhotoPairProps {
  pair: Pair;
  verification: LooseVerification;
  onEnlarge: (isOther: boolean) => void;
}

function PhotoPair({ pair: { own, other }, verification, onEnlarge }: PhotoPairProps) {
  if (!other) return null;
  const { of, photo } = other;
  const details = verification.application_details;
  return (
    <div className="finding-pair">
      <figure>
        <Picture
          src={own.photo.thumbnail}
          alt={`photo ${own.index + 1} of this visit`}
          onEnlarge={() => onEnlarge(false)}
        />
        <figcaption>
          <b>This visit, photo {own.index + 1}</b>
          <Lines
            lines={[
              verification.applicant,
              details?.address ?? verification.verification_address,
              [verification.agent, own.photo.taken].filter(Boolean).join(', '),
            ]}
          />
        </figcaption>
      </figure>
      <figure>
        <Picture
          src={photo.thumbnail_url}
          alt={`the photo of application ${of.application_id}`}
          onEnlarge={() => onEnlarge(true)}
        />
        <figcaption>
          <b className="font-mono">{of.application_id}</b>
          <Lines
            lines={[
              of.applicant,
              of.address,
              [of.agent, takenAt(photo)].filter(Boolean).join(', '),
            ]}
          />
          <OtherLender of={of} />
        </figcaption>
      </figure>
    </div>
  );
}

function Lines({ lines }: { lines: (string | undefined)[] }) {
  return lines.map(
    (line, index) =>
      // The index is a valid key, because the order never changes.
      line && (
        <span key={index} className="block">
          <bdi>{line}</bdi>
        </span>
      ),
  );
}

function Picture({ src, alt, onEnlarge }: { src: string; alt: string; onEnlarge: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Enlarge ${alt}`}
      className="finding-picture"
      onClick={onEnlarge}
    >
      <ApiImage src={src} alt="" />
    </button>
  );
}
