/** How far a replica is behind its primary. */
export interface Lag {
  bytes: number;
  seconds: number;
}

const most = 3_600;

/** Tells the lag of a replica in time too: by when the primary had come as far as the replica has now. */
export function measureLag(now = () => performance.now()) {
  let ahead: { position: bigint; at: number }[] = [];
  let lag: Lag = { bytes: 0, seconds: 0 };
  return {
    /** Takes down where the primary was, and then the replica. */
    note(primary: bigint, replayed: bigint): void {
      const at = now();
      if (ahead.length < most) ahead.push({ position: primary, at });
      ahead = ahead.filter(({ position }) => position > replayed);
      const [oldest] = ahead;
      lag = {
        bytes: Number(primary > replayed ? primary - replayed : 0n),
        seconds: oldest ? (at - oldest.at) / 1_000 : 0,
      };
    },
    lag: () => lag,
  };
}
