import type { Finding, OtherCase } from '@doorstep/contract/evidence/findings';
import { Link } from '@tanstack/react-router';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { OpenVerification } from '../visits/OtherVisits.tsx';
import { FindingPhotos } from './FindingPhotos.tsx';
import { FindingPlaces } from './FindingPlaces.tsx';
import type { FindingsProps } from './Findings.tsx';
import { OtherLender } from './OtherLender.tsx';
import { casesWithoutPhotos, momentsInWords } from './pairs.ts';

export function FindingEvidence({
  finding,
  verification,
  onEnlarge,
  onOpen,
}: FindingsProps & { finding: Finding }) {
  return (
    <>
      <FindingPhotos finding={finding} verification={verification} onEnlarge={onEnlarge} />
      <FindingPlaces places={finding.places} />
      <Times times={finding.times} />
      <Cases finding={finding} onOpen={onOpen} />
    </>
  );
}

const examples = 2;

function Cases({ finding, onOpen }: Pick<FindingsProps, 'onOpen'> & { finding: Finding }) {
  const cases = casesWithoutPhotos(finding);
  const unnamed = finding.more_cases ?? 0;
  // A single hidden case is shown instead of the line "1 more case", which would need as much room.
  const shown = cases.length + unnamed === examples + 1 ? cases.length : examples;
  const folded = cases.slice(shown);
  const items = (some: readonly OtherCase[]) =>
    some.map((one) => (
      <li key={one.verification_id}>
        <Whose of={one} />
        <Open id={one.verification_id} onOpen={onOpen} />
      </li>
    ));
  const rest = unnamed > 0 && <li className="text-muted">and {countCases(unnamed)}</li>;
  if (cases.length + unnamed === 0) return null;
  return (
    <div className="finding-cases">
      <ul>
        {items(cases.slice(0, shown))}
        {folded.length === 0 && rest}
      </ul>
      {folded.length > 0 && (
        <details className="finding-fold">
          <summary>{countCases(folded.length + unnamed)}</summary>
          <ul className="text-ink">
            {items(folded)}
            {rest}
          </ul>
        </details>
      )}
    </div>
  );
}

const countCases = (more: number) => `${formatNumber(more)} more ${more === 1 ? 'case' : 'cases'}`;

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

function Whose({ of }: { of: OtherCase }) {
  return (
    <span className="min-w-0">
      <span className="font-mono">{of.application_id}</span> <bdi>{of.applicant}</bdi>
      <span className="text-muted">
        {' '}
        · <bdi>{of.agent}</bdi>, {formatDateTime(of.at)}
      </span>
      <OtherLender of={of} />
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
