import type { Finding, OtherCase } from '@doorstep/contract/evidence/findings';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../lib/format.ts';
import type { LooseVerification } from '../loose-verification.ts';
import { shortMoment } from '../review/case/photos/case-photos.ts';
import { OpenVerification } from '../visits/OtherVisits.tsx';
import { FindingPhotos } from './FindingPhotos.tsx';
import { FindingPlaces } from './FindingPlaces.tsx';
import type { FindingsProps } from './Findings.tsx';
import { OtherLender } from './OtherLender.tsx';
import { casesBeside, momentsInWords } from './pairs.ts';

/** What stands beside a sentence: photos, places, times, and other cases. */
export function FindingEvidence({
  finding,
  verification,
  onEnlarge,
  onOpen,
}: FindingsProps & { finding: Finding }) {
  const cases = casesBeside(finding);
  const more = finding.more_cases ?? 0;
  return (
    <>
      <FindingPhotos finding={finding} verification={verification} onEnlarge={onEnlarge} />
      <FindingPlaces places={finding.places} />
      <Times times={finding.times} />
      {cases.length + more > 0 && (
        <ul className="finding-cases">
          {cases.map((one) => (
            <li key={one.verification_id}>
              <Whose of={one} verification={verification} />
              <Open id={one.verification_id} onOpen={onOpen} />
            </li>
          ))}
          {more > 0 && (
            <li className="text-muted">
              and {formatNumber(more)} more {more === 1 ? 'case' : 'cases'}
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function Times({ times }: { times: Finding['times'] }) {
  if (times.length === 0) return null;
  const words = momentsInWords(times.map(({ at }) => at));
  return (
    <dl className="finding-times">
      {times.map(({ label, at }, index) => (
        <div key={`${label} ${at}`}>
          <dt>{label}</dt>
          <dd>{words[index]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whose another case is. */
function Whose({ of, verification }: { of: OtherCase; verification: LooseVerification }) {
  return (
    <span className="min-w-0">
      <span className="font-mono">{of.application_id}</span> <bdi>{of.applicant}</bdi>
      <span className="text-muted">
        {' '}
        · <bdi>{of.agent}</bdi>, {shortMoment(of.at)}
      </span>
      <OtherLender of={of} verification={verification} />
    </span>
  );
}

function Open({ id, onOpen }: { id: number; onOpen: FindingsProps['onOpen'] }) {
  if (onOpen) return <OpenVerification id={id} onOpen={onOpen} />;
  return (
    <Link
      to="/verification"
      search={{ view: String(id) }}
      target="_blank"
      className="font-semibold whitespace-nowrap text-accent underline underline-offset-2"
    >
      Verification {id}
    </Link>
  );
}
