import './CaseFacts.css';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { personMet } from '@doorstep/contract/reports/visit-fields';
import { prettifyLabel } from '@doorstep/contract/text/labels';
import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import type { Visit } from '@doorstep/contract/visits/visit';
import { CircleCheck, OctagonX } from 'lucide-react';
import { lazy, type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { Findings } from '../../../../domain/evidence/Findings.tsx';
import type { FindingsState } from '../../../../domain/evidence/use-findings.ts';
import type { CasePhoto } from '../../../../domain/photos/case-photos.ts';
import type { LooseVerification } from '../../../../domain/verifications/loose-verification.ts';
import { LaterVisit } from '../../../../domain/visits/LaterVisit.tsx';
import { SignatureAnswer } from '../../../../domain/visits/SignatureAnswer.tsx';
import { useVisitsOf } from '../../../../domain/visits/visit-queries.ts';
import { notTaken } from '../../../../domain/visits/visit-words.ts';
import { formatDateTime } from '../../../../lib/format.ts';
import { CopyButton } from '../../../../ui/button/CopyButton.tsx';
import { CutId } from '../../../../ui/button/CutId.tsx';
import { SecondLookOfCase } from '../../second-look/SecondLookOfCase.tsx';
import { AskedFor } from './AskedFor.tsx';
import { CalledBack } from './CalledBack.tsx';
import { CaseHistory } from './CaseHistory.tsx';
import { CaseMatches } from './CaseMatches.tsx';
import { CasePlace } from './CasePlace.tsx';
import { compareFacts } from './compare-facts.ts';
import { DeclaredAndFound } from './DeclaredAndFound.tsx';

// Loaded only for a case with a due time. A server without lenders has no due times.
const DueTime = lazy(() => import('../../../../domain/clock/DueTime.tsx'));

interface CaseFactsProps {
  verification: LooseVerification;
  photos: readonly CasePhoto[];
  /** The index of the shown photo. */
  photo: number;
  findings: FindingsState;
  onEnlarge: (finding: Finding, pair: number) => void;
  nameRef: Ref<HTMLHeadingElement>;
}

/** Shows a case in a reviewer's order: applicant, findings, statement, place, compared facts, history. */
export function CaseFacts({
  verification,
  photos,
  photo,
  findings,
  onEnlarge,
  nameRef,
}: CaseFactsProps) {
  const { visits, visit, calls } = useVisitsOf(verification);
  const skipped = visit && notTaken(visit);
  const visitedAt = verification.visited_at ?? verification.submitted_at;
  const rows = compareFacts(verification);
  const met = personMet(verification.facts ?? {});
  const judged = rows.filter(({ verdict }) => verdict);
  const others = rows.filter(({ verdict }) => !verdict);
  const { frame, end, isMore } = useMoreBelow();
  return (
    <section ref={frame} className="facts" aria-label="Case">
      <Who verification={verification} nameRef={nameRef} />
      <div className="part early">
        <LaterVisit verification={verification} />
      </div>
      <SecondLookOfCase looked={verification.looked_at} />
      <AskedFor record={verification.answers} />
      <CalledBack verification={verification} />
      <div className="part doubts">
        <Findings verification={verification} state={findings} onEnlarge={onEnlarge} />
      </div>
      <dl className="part">
        <CaseMatches applicantId={verification.application_details?.id} />
        <Field label="Observation">
          <Observation verification={verification} />
          <span className="ms-2">{verification.agent}</span>
          <span className="text-muted">
            {visitedAt && `, ${formatDateTime(visitedAt)}`}
            {minutesAtDoor(visit)}
          </span>
        </Field>
        {met && <Field label="Person Met">{met}</Field>}
        {verification.signature && (
          <Field label="Signature">
            <SignatureAnswer of={verification} />
          </Field>
        )}
        <Field label="Remark">{verification.remark}</Field>
        {skipped && <Field label="Photos">{skipped}</Field>}
      </dl>
      <CasePlace verification={verification} visit={visit} photos={photos} photo={photo} />
      {judged.length > 0 && <DeclaredAndFound rows={judged} />}
      <dl className="part">
        <Neighbours verification={verification} />
        <CaseHistory verification={verification} visits={visits} calls={calls} />
      </dl>
      {others.length > 0 && (
        <dl className="part found-only">
          {others.map(({ label, found }) => (
            <Field key={label} label={label}>
              {found}
            </Field>
          ))}
        </dl>
      )}
      <div ref={end} />
      {isMore && (
        <p className="more" aria-hidden>
          More below
        </p>
      )}
    </section>
  );
}

function Who({
  verification,
  nameRef,
}: {
  verification: LooseVerification;
  nameRef: Ref<HTMLHeadingElement>;
}) {
  const { application_details: application, visit_type, portfolio_name } = verification;
  const number = verification.applicant_ids ?? '';
  // Other backends may omit the pin code and the address.
  const pin = application?.pin_code ?? '';
  const address = application?.address ?? '';
  const kinds = [
    // Most lenders write the visit type in capitals.
    prettifyLabel((application?.visit_type ?? visit_type ?? '').toLowerCase()),
    application?.applicant_type,
    [application?.product_type, application?.portfolio_name ?? portfolio_name]
      .filter(Boolean)
      .join(', '),
  ];
  return (
    <div className="part who">
      <h1 ref={nameRef} tabIndex={-1}>
        <bdi>{verification.applicant}</bdi>
      </h1>
      <p className="address">
        {/* Many lenders also write the pin code at the end of the address. */}
        {pin && address.endsWith(pin)
          ? address.slice(0, -pin.length).replace(/[\s,-]*$/, '')
          : address}{' '}
        {pin && <b className="font-mono">{pin}</b>}
      </p>
      {verification.clock && (
        <Suspense>
          <DueTime clock={verification.clock} />
        </Suspense>
      )}
      <p className="meta">
        {kinds.filter(Boolean).map((kind) => (
          <span key={kind} className="dotted">
            {kind}
          </span>
        ))}
        {number && (
          <span className="dotted max-w-full whitespace-nowrap">
            <span className="flex min-w-0 font-mono text-ink">
              <CutId text={number} />
            </span>
            <CopyButton text={number} label="Copy application ID" />
          </span>
        )}
      </p>
    </div>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="field">
      <dt>{label}</dt>
      <dd>{children || '-'}</dd>
    </div>
  );
}

function Observation({ verification }: { verification: LooseVerification }) {
  const isPositive = verification.overall_observation === 'positive';
  const { outcome, tries } = verification;
  return (
    <>
      <span className={`badge ${isPositive ? 'positive' : 'negative'}`}>
        {isPositive ? <CircleCheck aria-hidden /> : <OctagonX aria-hidden />}
        {isPositive ? 'Approved' : 'Rejected'}
      </span>
      {outcome && outcome !== 'met' && (
        <b className="ms-2 font-semibold whitespace-nowrap">
          {outcomeInWords(outcome, tries ?? 1)}
        </b>
      )}
    </>
  );
}

function minutesAtDoor(visit: Visit | undefined): string {
  if (!visit?.arrived_at || !visit.left_at) return '';
  const minutes = Math.round((Date.parse(visit.left_at) - Date.parse(visit.arrived_at)) / 60_000);
  return `, ${minutes} min at the door`;
}

function Neighbours({ verification }: { verification: LooseVerification }) {
  const said = ([1, 2] as const).flatMap((nth) => {
    const name = verification[`neighbour${nth}_name`];
    const address = verification[`neighbour${nth}_address`];
    const feedback = verification[`neighbour${nth}_feedback`];
    return name || feedback
      ? [{ nth, who: [name, address].filter(Boolean).join(', '), feedback }]
      : [];
  });
  return (
    <Field label="Neighbours">
      {said.length === 0
        ? 'No neighbour was asked.'
        : said.map(({ nth, who, feedback }) => (
            <p key={nth}>
              {feedback} <span className="text-muted">{who}</span>
            </p>
          ))}
    </Field>
  );
}

/**
 * Observes whether content continues below the visible part of `frame`. `end` is the last element of the
 * content.
 */
function useMoreBelow() {
  const frame = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => setMore(entry !== undefined && !entry.isIntersecting),
      { root: frame.current, rootMargin: '0px 0px 12px 0px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return { frame, end, isMore };
}
