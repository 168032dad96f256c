import type { ReactNode } from 'react';
import { goTo } from '../lib/address.ts';
import { useWantsNews } from '../lib/news/news.ts';
import { useAccount } from '../lib/session/account.ts';
import { type SendingView, sendNow, useSending } from '../lib/sync/queue.ts';
import { useLastHeard } from '../lib/tasks/last-heard.ts';
import { Button } from '../ui/Button.tsx';
import { SavedSign } from '../ui/Marks.tsx';
import { sizeOf } from '../words/format.ts';
import { type Translation, useWords } from '../words/use-words.ts';
import { Link } from './Link.tsx';
import { momentInWords } from './time-left.ts';
import { useNow } from './use-now.ts';

export function SendFoot({ back, isLink }: { back?: ReactNode; isLink?: boolean }) {
  const say = useWords();
  const now = useNow();
  const sending = useSending();
  const account = useAccount();
  const heard = useLastHeard();
  const wantsNews = useWantsNews();
  if (!sending) return <footer className="screen-foot min-h-17 flex-none bg-pine">{back}</footer>;
  // Shows the time of the last contact only if notifications are off, because a notification already says
  // what is new.
  const heardAt = isLink && sending.unsent === 0 && wantsNews === false && heard;
  const asksPassword = account?.isEnded === true;
  const words = (
    <>
      <b className="flex items-center gap-1.5 text-base wrap-anywhere text-on-pine">
        {isLink && <SavedSign className="icon-small text-amber" />}
        {countWords(sending, say)}
      </b>
      <span className={isLink ? 'ps-[26px]' : ''}>
        {account?.closed
          ? say('closed')
          : asksPassword
            ? say('send.asks')
            : heardAt
              ? say('send.heard', { time: momentInWords(heardAt, now, say) })
              : stateWords(sending, now, say)}
      </span>
    </>
  );
  const block =
    'grid min-h-12 min-w-0 flex-[1_1_8rem] content-center text-sm leading-tight text-on-pine-muted';
  return (
    <footer className="screen-foot wrap-below flex flex-none items-center gap-x-3 gap-y-2 bg-pine px-3 pt-2 text-on-pine">
      {back}
      {isLink ? (
        <Link to="/queue" className={`${block} ps-1`}>
          {words}
        </Link>
      ) : (
        <p role="status" className={block}>
          {words}
        </p>
      )}
      {asksPassword ? (
        <Button
          kind="amber"
          className="min-h-12 flex-none text-base"
          onClick={() => goTo('/sign-in')}
        >
          {say(account.closed ? 'closed.open' : 'signIn')}
        </Button>
      ) : (
        sending.unsent > 0 && (
          <Button
            kind="pine"
            className={`min-h-12 flex-none text-base ${isLink ? 'if-room' : ''}`}
            onClick={sendNow}
          >
            {say('send.now')}
          </Button>
        )
      )}
    </footer>
  );
}

function countWords({ unsent, bytes, lastSentAt }: SendingView, say: Translation): string {
  if (unsent > 0) return say.count('send.count', unsent, { size: sizeOf(bytes) });
  return say(lastSentAt ? 'send.nothing' : 'send.never');
}

function stateWords(sending: SendingView, now: Date, say: Translation): string {
  const { state, unsent, nextTryAt, lastSentAt } = sending;
  if (unsent > 0 && state === 'sending') return say('send.sending');
  if (unsent > 0 && state === 'waiting for a network') {
    return nextTryAt > now.getTime()
      ? say('queue.retry', { time: momentInWords(new Date(nextTryAt).toISOString(), now, say) })
      : say('queue.noNetwork');
  }
  if (unsent > 0 && state === 'waiting for Wi-Fi') return say('queue.wifi');
  if (lastSentAt) return say('send.last', { time: momentInWords(lastSentAt, now, say) });
  return unsent > 0 ? say('send.never') : '';
}
