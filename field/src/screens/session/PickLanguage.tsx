import { type Language, languages, nameOfLanguage } from '@doorstep/contract/languages';
import { useState } from 'react';
import { chooseLanguage } from '../../lib/session/account-language.ts';
import { useWords } from '../../words/use-words.ts';

/** Used before the sign-in. After the sign-in, the app uses the account's language, if it has one. */
export function PickLanguage() {
  const say = useWords();
  const [isMissing, setMissing] = useState(false);
  const choose = async (language: Language) => {
    setMissing(false);
    await chooseLanguage(language).catch(() => setMissing(true));
  };
  return (
    <>
      <select
        aria-label={say('me.language')}
        className="min-h-12 max-w-full cursor-pointer rounded-lg border-2 border-[#8fb0ab] bg-pine px-3 font-bold text-on-pine"
        value={say.language}
        onChange={({ currentTarget }) => void choose(currentTarget.value as Language)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {nameOfLanguage(language)}
          </option>
        ))}
      </select>
      {isMissing && (
        <p role="alert" className="basis-full text-end font-semibold">
          {say('me.languageMissing')}
        </p>
      )}
    </>
  );
}
