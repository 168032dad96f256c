import { type Language, useSpoken, type Words } from './language.ts';

export type WordKey = keyof Words;
type Key = WordKey;
/** Keys that come as `.one` and `.other`. */
type CountedKey = Key extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;
type Values = Record<string, string | number>;

/** The texts of the screens in the agent's language. */
export interface Translation {
  language: Language;
  (key: Key, values?: Values): string;
  /** The singular or plural of a text; `{count}` stands for the number. */
  count: (key: CountedKey, count: number, values?: Values) => string;
  /** A question of a report form, by its key and its English text. */
  question: (key: string, english: string) => string;
  /** An answer as it is shown. The stored one is always English. */
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

/** The forms' fixed answers are in capitals: 'MIDDLE CLASS' reads better as 'Middle class'. */
const calm = (answer: string) =>
  answer.length > 3 && answer === answer.toUpperCase()
    ? answer.charAt(0) + answer.slice(1).toLowerCase()
    : answer;
