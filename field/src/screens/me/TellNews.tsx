import { useEffect, useState } from 'react';
import { isFull } from '../../lib/db/database.ts';
import {
  saveNewsWords,
  supportsNews,
  turnOffNews,
  turnOnNews,
  useWantsNews,
} from '../../lib/news/news.ts';
import type { NewsWords } from '../../lib/news/show-news.ts';
import { ChoiceButton } from '../../ui/Choices.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSpoken, type Words } from '../../words/language.ts';
import { useWords } from '../../words/use-words.ts';
import { NotSaved } from '../NotSaved.tsx';

const newsWords = (words: Words): NewsWords => ({
  'new.one': words['news.new.one'],
  'new.other': words['news.new.other'],
  'gone.one': words['news.gone.one'],
  'gone.other': words['news.gone.other'],
  'messages.one': words['news.messages.one'],
  'messages.other': words['news.messages.other'],
  again: words['news.again'],
});

export function TellNews() {
  const say = useWords();
  const { words } = useSpoken();
  const isTold = useWantsNews();
  const [problem, setProblem] = useState<'full' | 'failed' | 'denied'>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // Stores the texts of the notifications again after a change of language.
    if (isTold) saveNewsWords(newsWords(words)).catch(() => {});
  }, [isTold, words]);
  if (!supportsNews() || isTold === undefined) return null;

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
      {problem === 'full' && <NotSaved problem="full" />}
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
