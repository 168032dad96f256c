import { formFor } from '@doorstep/contract/reports';
import { factFields } from '@doorstep/contract/reports/visit-fields';
import type { Visit } from '@doorstep/contract/visits/visit';
import { config } from '../../lib/config.ts';
import { formatDateTime, prettifyLabel } from '../../lib/format.ts';
import { type Description, DescriptionList } from '../../ui/page/DescriptionList.tsx';
import { PhotoGallery } from '../photos/PhotoGallery.tsx';
import { arrivedOf, photosOf } from '../photos/photos.ts';
import { ObservationBadge } from './ObservationBadge.tsx';
import { SignatureAnswer } from './SignatureAnswer.tsx';
import { notTaken, placeInWords } from './visit-words.ts';

/** Shows the rows of `first`, then the data of the visit, then its photos. */
export function VisitFound({ visit, first = [] }: { visit: Visit; first?: Description[] }) {
  return (
    <>
      <DescriptionList items={[...first, ...rowsOf(visit)]} />
      <Photos visit={visit} />
    </>
  );
}

function rowsOf(visit: Visit): Description[] {
  const { statement, facts, overall_observation, arrived_at, received_at, visit_type } = visit;
  const labels = new Map(
    factFields(formFor(visit_type, config().shortName)).map(({ name, label }) => [name, label]),
  );
  const said = [
    { label: 'Place', value: placeInWords(visit) },
    { label: 'Remark', value: statement.remark },
    {
      label: 'Neighbour 1',
      value: joined(statement.neighbour1_name, statement.neighbour1_feedback),
    },
    {
      label: 'Neighbour 2',
      value: joined(statement.neighbour2_name, statement.neighbour2_feedback),
    },
    ...Object.entries(facts).map(([name, value]) => ({
      label: labels.get(name) ?? prettifyLabel(name),
      value,
    })),
  ];
  return [
    ...(overall_observation === null
      ? []
      : [{ label: 'Observation', value: <ObservationBadge observation={overall_observation} /> }]),
    ...(arrived_at ? [{ label: 'Arrived at Address', value: formatDateTime(arrived_at) }] : []),
    { label: 'Received', value: formatDateTime(received_at) },
    ...(visit.signature ? [{ label: 'Signature', value: <SignatureAnswer of={visit} /> }] : []),
    ...said.filter(({ value }) => value !== ''),
  ];
}

const joined = (name: string, feedback: string) => [name, feedback].filter(Boolean).join(': ');

function Photos({ visit }: { visit: Visit }) {
  const shown = photosOf({ ...visit, image_urls: visit.photos.map(({ url }) => url) });
  const arrived = arrivedOf(visit.photos.length, visit.photos_expected);
  const skipped = notTaken(visit);
  if (shown.length === 0 && !arrived && !skipped) return null;
  return (
    <div className="mt-3">
      {arrived && <p className="mb-2 text-sm text-warning">{arrived}</p>}
      {skipped && <p className="mb-2 text-sm text-muted">{skipped}</p>}
      {shown.length > 0 && <PhotoGallery photos={shown} empty="" />}
    </div>
  );
}
