import type { Language } from '@doorstep/contract/languages';
import { useSpoken, type Words } from './language.ts';

export type WordKey = keyof Words;
type Key = WordKey;
/** The keys that have a `.one` and an `.other` form. */
type CountedKey = Key extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;
type Values = Record<string, string | number>;

export interface Translation {
  language: Language;
  (key: Key, values?: Values): string;
  /** Returns the singular or plural of a text. `{count}` stands for the number. */
  count: (key: CountedKey, count: number, values?: Values) => string;
  question: (key: string, english: string) => string;
  /** Translates an answer that was chosen from a list. The draft stores such an answer in English. */
  answer: (english: string) => string;
}

export function useWords(): Translation {
  const { language, words, form } = useSpoken();
  const say = (key: Key, values: Values = {}) => fill(words[key], values);
  return Object.assign(say, {
    language,
    count: (key: CountedKey, count: number, values: Values = {}) => {
      const rule = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other';
      return fill(words[`${key}.${rule}` as Key], { ...values, count });
    },
    question: (key: string, english: string) => form?.questions[key] ?? english,
    answer: (english: string) => form?.answers[english] ?? calm(english),
  });
}

const fill = (text: string, values: Values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** Changes capitals to normal text, because 'Middle class' is easier to read than 'MIDDLE CLASS'. */
const calm = (answer: string) =>
  answer.length > 3 && answer === answer.toUpperCase()
    ? answer.charAt(0) + answer.slice(1).toLowerCase()
    : answer;
