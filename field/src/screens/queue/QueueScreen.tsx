import { CircleAlert, Download } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { goBack } from '../../lib/address.ts';
import { useAccount } from '../../lib/session/account.ts';
import { fetchColleagues } from '../../lib/sync/colleagues.ts';
import { type QueueRow, useQueue, useSending } from '../../lib/sync/queue.ts';
import type { SendingState } from '../../lib/sync/sending-record.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { Mark, SavedSign } from '../../ui/Marks.tsx';
import { Bar, Screen } from '../../ui/Screen.tsx';
import { sizeOf } from '../../words/format.ts';
import { type Translation, useWords } from '../../words/use-words.ts';
import { SendFoot } from '../SendFoot.tsx';
import { visitName } from '../visit-name.ts';
import { Parts } from './Parts.tsx';
import { SavingNotice, useSaveToFile } from './SaveToFile.tsx';
import { AboutVisit, SentVisit, State } from './SentVisit.tsx';

export default function QueueScreen() {
  const say = useWords();
  const queue = useQueue();
  const saving = useSaveToFile();
  const here = queue?.filter(({ receivedAt }) => receivedAt === null) ?? [];
  const unnamed = queue
    ?.filter((row) => row.heldBecause === 'reassigned' && !row.colleague)
    .map(({ visitId }) => visitId)
    .join();
  useEffect(() => {
    // Without a network, the colleagues' names are fetched when the queue is next opened.
    if (unnamed) void fetchColleagues().catch(() => {});
  }, [unnamed]);
  const there = queue?.filter(({ receivedAt }) => receivedAt !== null).toReversed() ?? [];
  const first = here.find(({ state }) => state === 'waiting');
  return (
    <Screen
      className="px-4 pb-4"
      header={<Bar title={say('queue')} />}
      foot={
        <SendFoot back={<BackButton isOnPine label={say('back')} onClick={() => goBack()} />} />
      }
    >
      <SavingNotice {...saving} />
      <Place title={say('queue.here')} sign={<SavedSign className="icon-small text-positive" />}>
        {here.map((row) => (
          <VisitHere
            key={row.visitId}
            row={row}
            isFirst={row === first}
            onSave={() => saving.save([row.visitId])}
          />
        ))}
        {queue && here.length === 0 && (
          <li className="py-3">
            <p className="font-semibold">{say('queue.empty')}</p>
            <p className="text-sm text-muted">{say('queue.emptyHint')}</p>
          </li>
        )}
      </Place>
      {there.length > 0 && (
        <div className="border-t-2 border-ink">
          <Place title={say('queue.there')} sign={<Mark className="h-[22px] w-5 flex-none" />}>
            {there.map((row) => (
              <SentVisit key={row.visitId} row={row} />
            ))}
          </Place>
        </div>
      )}
    </Screen>
  );
}

interface PlaceProps {
  title: string;
  sign: ReactNode;
  children: ReactNode;
}

const Place = ({ title, sign, children }: PlaceProps) => (
  <section>
    <h2 className="flex items-center gap-2 pt-2.5 font-bold">
      {sign}
      {title}
    </h2>
    <ul className="divide-y divide-rule">{children}</ul>
  </section>
);

interface VisitHereProps {
  row: QueueRow;
  isFirst: boolean;
  onSave: () => void;
}

function VisitHere({ row, isFirst, onSave }: VisitHereProps) {
  const say = useWords();
  const sending = useSending();
  const bytes = row.photos.reduce((sum, photo) => sum + photo.bytes, 0);
  const name = visitName(row, say);
  const account = useAccount();
  const waitsFor = account?.closed ? 'closed' : account?.isEnded ? 'password' : sending?.state;
  return (
    <li className="flex gap-2 py-2">
      <div className="grid min-w-0 flex-1 content-center gap-1">
        <h3 className="text-lg leading-tight font-semibold wrap-anywhere">{name}</h3>
        <AboutVisit row={row} />
        {row.state === 'sending' && <Parts row={row} />}
        <p
          className={`flex flex-wrap items-center gap-x-1.5 ${row.state === 'waiting' ? 'text-muted' : 'font-semibold'}`}
        >
          {row.state === 'refused' ? (
            <State icon={CircleAlert} color="text-danger">
              {say('queue.refused')}
            </State>
          ) : (
            hereWords(row, isFirst, waitsFor, say)
          )}
          <span className="text-sm font-normal text-muted">· {sizeOf(bytes)}</span>
        </p>
        {row.state === 'refused' && (
          <p className="text-sm">
            {refusedWords(row, say)} {say('queue.refusedHint')}
          </p>
        )}
      </div>
      <Button
        kind="icon"
        className="text-accent"
        aria-label={say('queue.saveNamed', { name })}
        onClick={onSave}
      >
        <Download aria-hidden className="icon" />
      </Button>
    </li>
  );
}

function hereWords(
  row: QueueRow,
  isFirst: boolean,
  waitsFor: SendingState | 'password' | 'closed' | undefined,
  say: Translation,
): string {
  if (row.state === 'sending') {
    const of = row.photos.length;
    const at = Math.min(of, row.photos.filter(({ bytes, sent }) => sent >= bytes).length + 1);
    return of === 0 ? say('send.sending') : say('queue.sending', { at, of });
  }
  if (waitsFor === 'closed') return say('queue.closed');
  if (waitsFor === 'password') return say('queue.password');
  if (waitsFor === 'waiting for a network') return say('queue.noNetwork');
  if (waitsFor === 'waiting for Wi-Fi' && row.areFactsThere) return say('queue.wifi');
  return say(isFirst ? 'queue.next' : 'queue.waiting');
}

function refusedWords({ refusal }: QueueRow, say: Translation): string {
  switch (refusal) {
    case 'foreign_envelope':
    case 'unreadable_envelope':
      return say('queue.refused.foreign_envelope');
    case 'bad_signature':
      return say('queue.refused.bad_signature');
    default:
      return say('queue.refused.other', { code: refusal ?? '' });
  }
}
