import type { OwnWeek } from '@doorstep/contract/visits/own-week';
import { ChevronRight, CircleAlert, CircleCheck, CirclePause } from 'lucide-react';
import { localTimeOf } from '../../lib/moment.ts';
import { useOwnWeek } from '../../lib/sync/own-visit.ts';
import { SavedSign } from '../../ui/Marks.tsx';
import { Bar, Screen } from '../../ui/Screen.tsx';
import { dayOf, timeOf } from '../../words/format.ts';
import { useWords } from '../../words/use-words.ts';
import { Awaited, OfficeFoot } from '../Awaited.tsx';
import { Link } from '../Link.tsx';
import { State } from '../queue/SentVisit.tsx';
import { sentBackWords } from '../sent-back.ts';

type Visit = OwnWeek['visits'][number];

const dayIn = ({ at }: Visit) => localTimeOf(new Date(at)).slice(0, 10);

export default function WeekScreen() {
  const say = useWords();
  const { found: week, failure, again } = useOwnWeek();
  return (
    <Screen
      isRead={week?.visits.length === 0}
      className="px-4 py-2"
      header={<Bar title={say('week')} />}
      foot={<OfficeFoot failure={failure} again={again} otherwise="/me" />}
    >
      {week ? (
        <Days week={week} />
      ) : (
        <Awaited failure={failure} offlineHint={say('week.offlineHint')} />
      )}
    </Screen>
  );
}

function Days({ week: { visits, has_more } }: { week: OwnWeek }) {
  const say = useWords();
  const photos = visits.reduce((sum, visit) => sum + visit.photos, 0);
  const sentBack = visits.filter(({ sent_back }) => sent_back).length;
  const totals = [
    say.count('week.visits', visits.length),
    say.count('summary.photos', photos),
    ...(sentBack > 0 ? [say.count('week.sentBack', sentBack)] : []),
  ];
  return (
    <>
      <p className="pb-1 font-semibold">{totals.join(' · ')}</p>
      {has_more && <p className="text-sm text-muted">{say('week.more')}</p>}
      {[...new Set(visits.map(dayIn))].map((day) => (
        <section key={day}>
          <h2 className="pt-3 text-sm font-bold text-muted">
            {dayOf(say.language, `${day}T12:00`)}
          </h2>
          <ul className="divide-y divide-rule">
            {visits
              .filter((visit) => dayIn(visit) === day)
              .map((visit) => (
                <SentRow key={visit.visit_id} visit={visit} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function SentRow({ visit }: { visit: Visit }) {
  const say = useWords();
  return (
    <li>
      <Link to={`/queue/${visit.visit_id}`} className="flex min-h-14 items-center gap-2 py-2">
        <span className="grid min-w-0 flex-1 justify-items-start gap-0.5">
          <span className="flex w-full justify-between gap-2 text-lg leading-tight font-semibold">
            <span className="wrap-anywhere">{visit.name}</span>
            <span className="text-sm font-normal text-muted">{timeOf(say.language, visit.at)}</span>
          </span>
          {visit.outcome && (
            <span className="text-sm text-muted">{say(`found.${visit.outcome}`)}</span>
          )}
          <Result visit={visit} />
        </span>
        <ChevronRight aria-hidden className="icon flex-none text-muted" />
      </Link>
    </li>
  );
}

function Result({ visit: { state, photos, photos_expected, sent_back } }: { visit: Visit }) {
  const say = useWords();
  if (state === 'waiting_photos') {
    return (
      <State icon={SavedSign} color="text-warning">
        {say('queue.sending', { at: photos, of: photos_expected })}
      </State>
    );
  }
  if (state === 'held' || state === 'set_aside') {
    return (
      <State icon={CirclePause} color="text-warning">
        {say(state === 'held' ? 'queue.held' : 'week.setAside')}
      </State>
    );
  }
  if (!sent_back) {
    return (
      <State icon={CircleCheck} color="text-positive">
        {say('queue.received')}
      </State>
    );
  }
  return (
    <>
      <State icon={CircleAlert} color="text-danger">
        {say('today.sentBack')}
      </State>
      <span className="text-sm wrap-anywhere">{sentBackWords(sent_back, say)}</span>
    </>
  );
}
