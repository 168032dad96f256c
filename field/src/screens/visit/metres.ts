import type { Translation } from '../../words/use-words.ts';

/** The accuracy of a place: '12 m', '1.4 km'. */
export const metresOf = (metres: number, say: Translation) =>
  metres < 1000
    ? say('where.metres', { m: Math.round(metres) })
    : say('where.kilometres', { km: (metres / 1000).toFixed(1) });
