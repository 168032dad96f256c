/**
 * The parts of the platform that a decision needs in addition to the database. The percentages of second
 * looks are the defaults.
 */
export const deciding = {
  secret: new Uint8Array(32),
  provider: { secondLooks: { drawn: { positive: 5, negative: 5 }, countsAlone: true } },
};
