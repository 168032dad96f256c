import type { AgentCard } from '@doorstep/contract/visits/agent-card';
import { useEffect, useState } from 'react';
import { goBack } from '../../lib/address.ts';
import { renewShownCard, useCard } from '../../lib/session/agent-card.ts';
import { BackButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { Actions, Bar, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';
import { momentInWords } from '../time-left.ts';
import { useNow } from '../use-now.ts';

/** The card is white in both themes, so that it can be read and scanned outdoors. */
export default function CardScreen() {
  const say = useWords();
  const now = useNow();
  const card = useCard();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    // Without a network, the stored card is shown. A card is valid for days.
    renewShownCard()
      .catch(() => {})
      .finally(() => setAsked(true));
    return keepScreenOn();
  }, []);
  return (
    <Screen
      isRead
      className="p-4"
      header={<Bar title={say('card')} />}
      foot={
        <Actions isRuled>
          <BackButton label={say('back')} onClick={() => goBack('/me')} />
        </Actions>
      }
    >
      {card && Date.parse(card.valid_until) > now.getTime() ? (
        <Card card={card} now={now} />
      ) : isAsked ? (
        <Notice kind="warning" isNews title={say(card ? 'card.old' : 'card.none')}>
          {say('card.noneHint')}
        </Notice>
      ) : (
        <p role="status">{say('sent.opening')}</p>
      )}
    </Screen>
  );
}

function Card({ card, now }: { card: AgentCard; now: Date }) {
  const say = useWords();
  const { name, agency, photo, check_url, valid_until } = card;
  const url = new URL(check_url, location.origin);
  return (
    <div className="grid justify-items-center gap-2 rounded-lg bg-[#fff] p-4 text-center text-[#111]">
      <p className="text-lg font-semibold wrap-anywhere">{agency}</p>
      <div className="flex w-full flex-wrap items-center justify-center gap-3">
        {photo && (
          <img
            src={photo}
            alt={say('card.photo', { name })}
            className="size-26 rounded-lg object-cover"
          />
        )}
        <p className="min-w-0 flex-[1_1_8rem] text-2xl leading-tight font-bold wrap-anywhere">
          {name}
        </p>
      </div>
      <p className="pt-1 text-lg leading-snug font-semibold text-balance">{say('card.scan')}</p>
      <QrCode text={url.href} label={say('card.code')} />
      <p className="text-sm wrap-anywhere">{url.host}</p>
      <p className="text-sm">{say('card.until', { time: momentInWords(valid_until, now, say) })}</p>
    </div>
  );
}

function keepScreenOn(): () => void {
  const lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  return () => void lock?.then((one) => one?.release());
}
