import { useEffect, useState } from 'react';
import { isFull } from '../../lib/db/database.ts';
import {
  canBeTold,
  saveNewsWords,
  turnOffNews,
  turnOnNews,
  useIsTold,
} from '../../lib/news/news.ts';
import type { NewsWords } from '../../lib/news/show-news.ts';
import { ChoiceButton } from '../../ui/Choices.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSpoken, type Words } from '../../words/language.ts';
import { useWords } from '../../words/use-words.ts';
import { NotKept } from '../NotKept.tsx';

const newsWords = (words: Words): NewsWords => ({
  'new.one': words['news.new.one'],
  'new.other': words['news.new.other'],
  'gone.one': words['news.gone.one'],
  'gone.other': words['news.gone.other'],
});

/** Whether the phone is told of tasks while the app is closed. Asks for permission only after a press. */
export function TellNews() {
  const say = useWords();
  const { words } = useSpoken();
  const isTold = useIsTold();
  const [problem, setProblem] = useState<'full' | 'failed' | 'denied'>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // Again in another language.
    if (isTold) saveNewsWords(newsWords(words)).catch(() => {});
  }, [isTold, words]);
  if (!canBeTold() || isTold === undefined) return null;

  const change = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      if (isTold) await turnOffNews();
      else if ((await turnOnNews(newsWords(words))) === 'denied') setProblem('denied');
    } catch (error) {
      setProblem(isFull(error) ? 'full' : 'failed');
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-2 py-3">
      <ChoiceButton
        isMany
        isChosen={isTold}
        hint={say('me.newsHint')}
        onClick={() => void change()}
      >
        {say('me.news')}
      </ChoiceButton>
      {problem === 'full' && <NotKept problem="full" />}
      {problem === 'denied' && (
        <Notice kind="warning" title={say('me.newsDenied')} isNews>
          {say('me.newsDeniedHint')}
        </Notice>
      )}
      {problem === 'failed' && (
        <Notice kind="warning" title={say('me.newsFailed')} isNews>
          {say('me.newsFailedHint')}
        </Notice>
      )}
    </div>
  );
}
