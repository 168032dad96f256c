export interface LimitBounds {
  /** Milliseconds in which half of those admitted should be answered. */
  goal: number;
  /** So many at a time are admitted however long they take, at first, and at most. */
  least: number;
  first: number;
  most: number;
}

/** Answers, or milliseconds, after which the limit is thought over. */
const enough = { answers: 5, time: 500 };
/** Milliseconds that whoever is let in may keep the place without using it. */
const patience = 300;

/**
 * How many may be under way at a time, found by trying: fewer while half of them take longer than the goal, more while they
 * are quick and the limit is reached. Time under way grows with their number, so the limit follows what the machine can do.
 */
export function adaptLimit({ goal, least, first, most }: LimitBounds) {
  const underWay = new Set<{ since: number; isIdle: () => boolean }>();
  let limit = first;
  let times: number[] = [];
  let peak = 0;
  let lastChange = 0;
  let lastLook = 0;
  // Who came in under another limit tells nothing of this one, unless they are all there is for long.
  const tells = (since: number, now: number) => since >= lastChange || now - lastChange > goal * 2;

  return {
    limit: () => limit,
    /**
     * Lets one in: answers the function that ends it, or undefined where there is no room. One that is found idle, as it
     * waits for its own sender, makes room for others before it ends.
     */
    enter(now: number, isIdle = () => false): ((now: number) => void) | undefined {
      if (underWay.size >= limit) return undefined;
      const one = { since: now, isIdle };
      underWay.add(one);
      peak = Math.max(peak, underWay.size);
      return (ended) => {
        if (underWay.delete(one) && tells(now, ended)) times.push(ended - now);
      };
    },
    /** To be called every moment. */
    look(now: number): void {
      for (const one of underWay) {
        if (now - one.since <= patience) break;
        if (one.isIdle()) underWay.delete(one);
      }
      // Those who wait beyond the goal will have taken at least that long.
      for (const { since } of underWay) {
        if (now - since <= goal) break;
        if (tells(since, now)) times.push(now - since);
      }
      const isEarly = times.length < enough.answers && now - lastLook < enough.time;
      if (isEarly) return;
      const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
      if (median > goal) {
        limit = Math.max(least, Math.min(limit, peak) * Math.max(0.5, goal / median));
        lastChange = now;
      } else if (peak > limit * 0.8) {
        if (times.length > 0) limit = Math.min(most, limit * 1.1 + 1);
      } else {
        // What was possible long ago may be so no more.
        limit += (first - limit) * 0.02;
      }
      times = [];
      peak = underWay.size;
      lastLook = now;
    },
  };
}
