import { type Language, languages, nameOfLanguage } from '@doorstep/contract/languages';
import { useState } from 'react';
import { chooseLanguage } from '../../lib/session/account-language.ts';
import { Choices } from '../../ui/Choices.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWords } from '../../words/use-words.ts';

export function ChooseLanguage() {
  const say = useWords();
  const [isMissing, setMissing] = useState(false);
  const choose = async (language: Language) => {
    setMissing(false);
    await chooseLanguage(language).catch(() => setMissing(true));
  };
  return (
    <div className="grid gap-2 py-3">
      <h2 className="font-semibold">{say('me.language')}</h2>
      <Choices
        label={say('me.language')}
        choices={languages.map((value) => ({ value, label: nameOfLanguage(value) }))}
        chosen={[say.language]}
        onChoose={(language) => void choose(language)}
        isDense
      />
      <p className="text-sm text-muted">* {say('me.machineMade')}</p>
      {isMissing && <Notice kind="warning" title={say('me.languageMissing')} isNews />}
    </div>
  );
}
