/**
 * The parts of the platform that deciding needs in addition to the database. Second looks are drawn by the
 * default shares.
 */
export const deciding = {
  secret: new Uint8Array(32),
  provider: { secondLooks: { drawn: { positive: 5, negative: 5 }, countsAlone: true } },
};
