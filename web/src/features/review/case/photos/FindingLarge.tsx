import './FindingLarge.css';
import { checkTraits } from '@doorstep/contract/evidence/checks';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { type ReactNode, useEffect, useRef } from 'react';
import { FindingPlaces } from '../../../../domain/evidence/FindingPlaces.tsx';
import { LevelSign } from '../../../../domain/evidence/LevelBadge.tsx';
import { OtherLender } from '../../../../domain/evidence/OtherLender.tsx';
import { type Pair, pairsOf, takenAt } from '../../../../domain/evidence/pairs.ts';
import type { LooseVerification } from '../../../../domain/verifications/loose-verification.ts';
import { ApiImage } from '../../../../lib/api/ApiImage.tsx';
import type { CaseView } from '../use-case-view.ts';
import { CasePhoto } from './CasePhoto.tsx';

interface FindingLargeProps {
  finding: Finding;
  verification: LooseVerification;
  view: CaseView;
}

export function FindingLarge({ finding, verification, view }: FindingLargeProps) {
  const { pair: at = 0, isAlone = false } = view.evidence ?? {};
  const pair = pairsOf(verification, finding)[at];
  if (!pair?.other) return <FindingPlaces places={finding.places} isLarge />;
  if (isAlone) {
    const { photo, of } = pair.other;
    return (
      <CasePhoto url={photo.url} alt={`Photo of application ${of.application_id}`} view={view} />
    );
  }
  return <PhotoPair finding={finding} pair={pair} verification={verification} view={view} />;
}

function PhotoPair({ finding, pair, verification, view }: FindingLargeProps & { pair: Pair }) {
  const { own, other } = pair;
  const frame = useRef<HTMLDivElement>(null);
  // Scrolls to the photos, because they may be out of sight on a narrow screen.
  useEffect(() => {
    // Uses `void`, because some browsers return a promise, which React would take for a cleanup function.
    void frame.current?.scrollIntoView({ block: 'center' });
  }, []);
  if (!other) return null;
  const { of, photo } = other;
  const hash = finding.check === 'photo.same_file' ? photo.sha256 : '';
  const details = verification.application_details;
  const address = details?.address ?? verification.verification_address;
  return (
    <div ref={frame} className="finding-large">
      <p className={`finding-large-head is-${finding.level}`}>
        <LevelSign level={finding.level} />
        <b>{checkTraits[finding.check].title}</b>
        {hash && (
          <span className="font-mono text-xs text-muted">
            SHA-256 {hash.slice(0, 4)} {hash.slice(4, 8)} … {hash.slice(-4)}
          </span>
        )}
      </p>
      <Side
        title={`This visit, photo ${own.index + 1}`}
        when={own.photo.taken}
        src={own.photo.url}
        says={[
          ['Applicant', verification.applicant, of.applicant],
          ['Address', address, of.address],
          ['Agent', verification.agent, of.agent],
        ]}
        onAlone={() => view.show(own.index)}
      />
      <Side
        title={of.application_id}
        when={takenAt(photo)}
        src={photo.url}
        says={[
          ['Applicant', of.applicant, verification.applicant],
          ['Address', of.address, address],
          ['Agent', of.agent, verification.agent],
        ]}
        onAlone={() => view.evidence && view.showEvidence({ ...view.evidence, isAlone: true })}
      >
        <OtherLender of={of} />
      </Side>
    </div>
  );
}

interface SideProps {
  title: string;
  when: string | undefined;
  src: string;
  /** The facts to compare: the label, the value for this photo, and the value for the other photo. */
  says: [label: string, here: string | undefined, there: string | undefined][];
  onAlone: () => void;
  children?: ReactNode;
}

function Side({ title, when, src, says, onAlone, children }: SideProps) {
  return (
    <figure>
      <p>
        <b>{title}</b>
        <span className="text-muted">{when ?? 'Time not recorded'}</span>
      </p>
      <button type="button" aria-label={`${title}, alone`} onClick={onAlone}>
        <ApiImage src={src} alt="" />
      </button>
      <figcaption>
        <dl>
          {says.map(([label, here, there]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={here === there ? '' : 'font-semibold'}>
                <bdi>{here || '-'}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {children}
      </figcaption>
    </figure>
  );
}
