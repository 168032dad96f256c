import type { Translation } from '../../words/use-words.ts';

/** Returns a text such as '12 m' or '1.4 km'. */
export const metresOf = (metres: number, say: Translation) =>
  metres < 1000
    ? say('where.metres', { m: Math.round(metres) })
    : say('where.kilometres', { km: (metres / 1000).toFixed(1) });
