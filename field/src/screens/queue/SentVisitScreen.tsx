import { visitForm } from '@doorstep/contract/reports/visit-form';
import type { OwnVisit } from '@doorstep/contract/visits/own-visit';
import { useOfficePicture, useOwnVisit } from '../../lib/sync/own-visit.ts';
import { type QueueRow, useQueue } from '../../lib/sync/queue.ts';
import { Bar, Screen } from '../../ui/Screen.tsx';
import { timeOf } from '../../words/format.ts';
import { type Translation, useWords } from '../../words/use-words.ts';
import { Awaited, OfficeFoot } from '../Awaited.tsx';
import { Part } from '../Part.tsx';
import { placeIn, templateOf } from '../places.ts';
import { momentInWords } from '../time-left.ts';
import { useNow } from '../use-now.ts';
import { SentState } from './SentVisit.tsx';

/** Without a network, shows only what the phone has stored: the name, the state, the time and the outcome. */
export default function SentVisitScreen({ visitId }: { visitId: string }) {
  const say = useWords();
  const queue = useQueue();
  const { found: visit, failure, again } = useOwnVisit(visitId);
  const row = queue?.find((one) => one.visitId === visitId);
  return (
    <Screen
      isRead
      className="px-4 py-1"
      header={<Bar title={visit?.name ?? row?.summary?.name ?? say('today.gone.nobody')} />}
      foot={<OfficeFoot failure={failure} again={again} otherwise="/queue" />}
    >
      <div className="grid divide-y divide-rule [&>*]:py-2.5">
        {row && (
          <div className="grid justify-items-start gap-1">
            <SentState row={row} />
          </div>
        )}
        {visit ? <Whole visit={visit} /> : row && <Known row={row} />}
      </div>
      {!visit && <Awaited failure={failure} offlineHint={say('sent.offlineHint')} />}
    </Screen>
  );
}

function Known({ row: { summary, finishedAt } }: { row: QueueRow }) {
  const say = useWords();
  const now = useNow();
  return (
    <Part label={momentInWords(finishedAt, now, say)}>
      {summary?.outcome && <p className="text-lg font-medium">{say(`found.${summary.outcome}`)}</p>}
    </Part>
  );
}

function Whole({ visit }: { visit: OwnVisit }) {
  const say = useWords();
  const now = useNow();
  const { outcome, arrived_at, left_at, try_again_at, photos, photos_skipped } = visit;
  const answers = answersIn(visit, say);
  const arrived = arrived_at ? momentInWords(arrived_at, now, say) : '';
  const left = left_at ? timeOf(say.language, left_at) : '';
  return (
    <>
      <Part label={`${say(templateOf(visit))} · ${visit.application_id}`}>
        <p className="text-lg leading-snug font-medium wrap-anywhere">{placeIn(visit)}</p>
      </Part>
      <Part
        label={arrived && left ? say('summary.time', { from: arrived, to: left }) : arrived || left}
      >
        {outcome && <p className="text-lg font-medium">{say(`found.${outcome}`)}</p>}
        {try_again_at && (
          <p>{say('task.triedAgain', { time: momentInWords(try_again_at, now, say) })}</p>
        )}
      </Part>
      {(photos.length > 0 || photos_skipped.length > 0) && (
        <Part label={say('photos')}>
          <ul className="flex flex-wrap gap-2 pt-1">
            {photos.map((photo) => (
              <Picture key={photo.sha256} photo={photo} />
            ))}
          </ul>
          {photos_skipped.map(({ shows, reason }) => (
            <p key={shows} className="pt-1">
              {say('summary.skipped', {
                names: `${say(`shows.${shows}`)} (${say(`skip.${reason}`)})`,
              })}
            </p>
          ))}
        </Part>
      )}
      {visit.signature && (
        <Part label={say('sign')}>
          <p>{say(`sign.${visit.signature.answer}`)}</p>
          {visit.signature.url && <Signature address={visit.signature.url} />}
        </Part>
      )}
      {answers.map(({ name, question, answer }) => (
        <Part key={name} label={question}>
          <p className="wrap-anywhere">{answer}</p>
        </Part>
      ))}
      {visit.overall_observation && (
        <Part label={say('result')}>
          <p>{say(`result.${visit.overall_observation}`)}</p>
        </Part>
      )}
      {visit.statement.remark && (
        <Part label={say('result.remark')}>
          <p className="whitespace-pre-line wrap-anywhere">{visit.statement.remark}</p>
        </Part>
      )}
    </>
  );
}

function Signature({ address }: { address: string }) {
  const url = useOfficePicture(address);
  const look = 'mt-1 block h-24 w-48 rounded-md';
  return url ? (
    <img src={url} alt="" className={`${look} bg-white object-contain`} />
  ) : (
    <span className={`${look} bg-sunken`} />
  );
}

function Picture({ photo: { shows, thumbnail_url } }: { photo: OwnVisit['photos'][number] }) {
  const say = useWords();
  const url = useOfficePicture(thumbnail_url);
  const name = say(`shows.${shows || 'other'}` as 'shows.other');
  return (
    <li className="grid w-22 content-start gap-0.5 text-sm leading-tight">
      {url ? (
        <img src={url} alt="" className="size-22 rounded-md object-cover" />
      ) : (
        <span className="size-22 rounded-md bg-sunken" />
      )}
      {name}
    </li>
  );
}

function answersIn(visit: OwnVisit, say: Translation) {
  const { facts, outcome, is_final } = visit;
  const statement: Record<string, string> = visit.statement;
  return visitForm(templateOf(visit), outcome ?? 'met', is_final)
    .steps.flatMap(({ questions }) => questions)
    .filter(({ name }) => name !== 'remark')
    .flatMap(({ name, goesTo, key, text, isMany, options, suggestions = [] }) => {
      const given = (goesTo === 'facts' ? facts[name] : statement[name]) ?? '';
      const listed = options ?? suggestions;
      const parts = (isMany ? given.split(', ') : [given]).filter(Boolean);
      const answer = parts.map((part) => (listed.includes(part) ? say.answer(part) : part));
      const question = say.question(key, text);
      return answer.length === 0 ? [] : [{ name, question, answer: answer.join(', ') }];
    });
}
