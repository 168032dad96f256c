import { setTimeout as sleep } from 'node:timers/promises';
import { demoPassword } from '../../../e2e/support/sign-in.ts';
import { waitFor } from '../program.ts';
import { abandonUpload } from './abandon-upload.ts';
import { asker, type Heard, json } from './ask.ts';
import { type Decisions, decideOnce } from './decisions.ts';
import { type Change, follow } from './follow.ts';

interface Session {
  accessToken: string;
  refreshToken: string;
}

interface Watch {
  decisions: Decisions;
  /** The failed requests, except those that the server asks to retry and those without a response. */
  wrong: string[];
  longest(): { what: string; ms: number };
  /** Returns the number of 503 responses. `cut` returns the number of requests without a response. */
  refused(): number;
  cut(): number;
  /** Marks the moment at which a part of the cluster stops or comes back. */
  mark(): void;
  /**
   * Rejections (503 or no response) end when five seconds pass without one, and a decision is acknowledged
   * in this time. `lasted` is the longest time in milliseconds from a mark until the rejections ended.
   * `later` has the messages of the rejections after that.
   */
  refusals(): { lasted: number; later: string[] };
  /** Returns the longest time without an acknowledged decision since the first mark, in milliseconds. */
  longestGap(): number;
  /**
   * Waits until a decision is acknowledged and no rejection follows for five seconds. Waits at least 8 s, and
   * at least `least` ms, from the last mark. Returns false if this takes more than `longest` ms.
   */
  recovered(longest: number, least?: number): Promise<boolean>;
  /** Returns the milliseconds until live updates report a change made now, or Infinity. */
  hearsChanges(): Promise<number>;
  lostSessions(): Promise<string[]>;
  stop(): Promise<void>;
}

/** The time without a rejection after which the server counts as available again, in milliseconds. */
const quiet = 5_000;

const isBad = ({ status }: Heard) => status === 0 || status === 503;

/** Starts the clients. No other client may decide the two given verifications. */
export async function watchClients(
  address: string,
  [case1 = 0, case2 = 0]: number[],
): Promise<Watch> {
  const writes: Heard[] = [];
  const others: Heard[] = [];
  const wrong: string[] = [];
  const marks: number[] = [];
  const over = new AbortController();
  const ask = asker(address, wrong);

  async function signIn(name: string): Promise<Session> {
    const email_or_mobile = `${name}@doorstep.test`;
    const { status, body } = await ask(
      ...([others, 'sign-in', '/auth/login/'] as const),
      json({ email_or_mobile, password: demoPassword }),
    );
    if (status !== 200) throw new Error(`No one could sign in: ${status}`);
    const { tokens } = JSON.parse(body);
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
  }
  const bearer = ({ accessToken }: Session) => ({ authorization: `Bearer ${accessToken}` });

  const insist = (name: string) => waitFor(`the sign-in of ${name}`, () => signIn(name));
  const watcher = await insist('superadmin');
  const kept = await Promise.all(['agent3', 'admin', 'agent', 'agent1'].map(insist));
  const headers = bearer(watcher);
  const phone = bearer(kept[0] ?? watcher);

  const decisions: Decisions = { id: case1, acknowledged: [], open: undefined, repeated: 0 };
  const every = async (milliseconds: number, work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      await work(turn);
      await sleep(milliseconds, undefined, { signal: over.signal }).catch(() => {});
    }
  };
  const lists = ['/applicants/', '/verification_tasks/?fields=list', '/applicants/?search=sharma'];
  const heard: Change[] = [];
  const working = [
    every(100, () => decideOnce(ask, writes, headers, decisions)),
    every(100, (turn) => ask(others, 'list', lists[turn % 3] ?? '', { headers })),
    every(700, (turn) => signIn(turn % 2 ? 'admin' : 'agent2').catch(() => {})),
    every(500, () => abandonUpload(address, phone)),
    every(500, () =>
      follow(`${address}/api/v1/events/`, headers, over.signal, (change) => heard.push(change)),
    ),
  ];
  const all = () => [...writes, ...others];
  const isDecided = (from: number, until: number) =>
    writes.some(({ began, ended, status }) => began >= from && ended <= until && status === 200);

  return {
    decisions,
    wrong,
    longest: () =>
      all()
        .map(({ what, began, ended }) => ({ what, ms: ended - began }))
        .reduce((a, b) => (b.ms > a.ms ? b : a)),
    refused: () => all().filter(({ status }) => status === 503).length,
    cut: () => all().filter(({ status }) => status === 0).length,
    mark: () => void marks.push(performance.now()),
    refusals() {
      const spans = marks.map((from, index) => {
        const until = marks[index + 1] ?? Number.POSITIVE_INFINITY;
        const bad = all().filter((one) => isBad(one) && one.ended > from && one.ended <= until);
        let last = from;
        const later = bad
          .toSorted((one, other) => one.ended - other.ended)
          .filter(({ ended }) => {
            const isLater = ended - last > quiet && isDecided(last, ended);
            if (!isLater) last = ended;
            return isLater;
          });
        return { lasted: last - from, later };
      });
      return {
        lasted: Math.max(...spans.map(({ lasted }) => lasted)),
        later: spans.flatMap(({ later }) => later.map(({ what, said }) => `${what}: ${said}`)),
      };
    },
    longestGap() {
      const since = marks[0] ?? 0;
      const ends = writes
        .filter(({ ended, status }) => ended > since && status === 200)
        .map(({ ended }) => ended);
      if (ends.length === 0) ends.push(performance.now());
      return Math.max(...ends.map((end, index) => end - (ends[index - 1] ?? since)));
    },
    async recovered(longest, least = 0) {
      const since = marks.at(-1) ?? performance.now();
      for (;;) {
        await sleep(100);
        const now = performance.now();
        const answered = all().filter(({ ended }) => ended > since);
        const lastBad = Math.max(since, ...answered.filter(isBad).map(({ ended }) => ended));
        const first = writes.find(({ began, status }) => began >= lastBad && status === 200);
        if (first && now - first.ended > quiet && now - since > Math.max(least, 8_000)) return true;
        if (now - since > longest) return false;
      }
    },
    async hearsChanges() {
      const began = performance.now();
      const decide = (decision: string) =>
        ask(
          ...([others, 'decision', `/verification_tasks/${case2}/admin-decision/`] as const),
          json({ decision }, headers),
        );
      while (performance.now() - began < 20_000) {
        // Live updates report only changes. Of two different decisions, at least one is a change.
        await decide('positive');
        const { status } = await decide('negative');
        const from = performance.now();
        if (status !== 200) continue;
        while (performance.now() - from < 10_000) {
          if (
            heard.some(({ at, kind, id }) => at > began && kind === 'verification' && id === case2)
          )
            return performance.now() - began;
          await sleep(50);
        }
      }
      return Number.POSITIVE_INFINITY;
    },
    async lostSessions() {
      const answers = kept.map(async (session) => {
        const { status } = await ask(others, 'session', '/auth/token/refresh/', {
          ...json({ refresh: session.refreshToken }),
        });
        return status === 200 ? [] : [`a session was lost: ${status}`];
      });
      return (await Promise.all(answers)).flat();
    },
    async stop() {
      over.abort();
      await Promise.all(working);
    },
  };
}
